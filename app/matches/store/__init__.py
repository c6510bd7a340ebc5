"""Store: group commit of entries on each database, verdicts and health."""
