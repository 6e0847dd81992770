"""Drills and progress: which hands are asked, what answers cost, what is kept and for whom."""
