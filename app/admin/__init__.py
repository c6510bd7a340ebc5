"""Administration: reports, closing matches and accounts, rolling back."""
