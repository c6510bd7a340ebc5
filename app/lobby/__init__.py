"""Games on offer, and matches before they start."""
