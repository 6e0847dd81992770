"""The desk: computations that people ask for run in worker processes, a bounded number at a time.

No table, request or transaction waits behind a long computation. Questions wait here, in a lane for each kind
of asker, until a worker is free.
"""
