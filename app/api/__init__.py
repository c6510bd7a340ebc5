"""API routes: REST, streams, the websocket."""
