"""Push: notifications that a browser shows while the page is closed (Web Push, RFC 8030)."""
