"""Open connections: who listens to what, and what is sent to them."""
