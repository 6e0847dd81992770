"""The real server in a process of its own, with clients: killed, stopped, restarted, loaded."""
