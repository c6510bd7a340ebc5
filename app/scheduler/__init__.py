"""Scheduler and sweeper: run the due actions of matches, even after a process has died."""
