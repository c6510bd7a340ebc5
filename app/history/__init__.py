"""History: replay, log, export and verification of matches."""
