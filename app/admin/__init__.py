"""What operators do: reports, closing, rolling back."""
