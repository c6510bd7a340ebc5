"""How entries reach the database: grouped commits, verdicts, health."""
