"""Bus: publish/subscribe between processes, in memory or over Redis."""
