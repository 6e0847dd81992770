"""What may never happen, tried thousands of times: `make torture`."""
