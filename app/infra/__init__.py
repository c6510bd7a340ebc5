"""What everything else stands on: settings, database, metrics, logs, problems, security."""
