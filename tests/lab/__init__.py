"""The Lab: what-ifs, linear forms, charts, hands, sittings, and the same over HTTP."""
