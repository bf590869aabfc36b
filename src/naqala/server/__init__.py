"""The table server: tables over HTTP and WebSockets, with durable storage and worker processes."""
