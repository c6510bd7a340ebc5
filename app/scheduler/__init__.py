"""Scheduler and sweeper: run the due actions of matches, also after a process has died."""
