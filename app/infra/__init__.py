"""Infrastructure: settings, database, metrics, logs, problems, security."""
