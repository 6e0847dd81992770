"""Histories of what clients asked, were told and saw, and whether one order explains them."""
