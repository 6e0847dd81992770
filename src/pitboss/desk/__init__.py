"""The desk: whatever is reckoned for somebody is reckoned in processes of their own, a few at a time.

No table, no request and no transaction waits in the same place as a long reckoning: it waits here, in a line
for each asker, until a worker has time, and for no longer than it may.
"""
