"""Bus: publish/subscribe between processes, in memory or over one or several Redis servers."""
