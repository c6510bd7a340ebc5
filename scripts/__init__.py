"""Programs of the repository: `make` runs most of them."""
