"""Personal data: what is kept about people, for how long, and how they get it or get rid of it."""
