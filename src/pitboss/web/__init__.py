"""The edge: HTTP and WebSocket, accounts, limits. It holds no rule."""
