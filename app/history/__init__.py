"""Looking back: replay, log, export, verification."""
