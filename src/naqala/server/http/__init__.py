"""HTTP and WebSocket endpoints, identity, limits and static files."""
