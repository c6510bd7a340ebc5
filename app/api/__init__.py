"""Every route: REST, streams, the websocket."""
