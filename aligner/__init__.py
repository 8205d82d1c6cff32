"""Align the rulings of Magic: The Gathering across languages and find what is wrong with their translations."""

__version__ = "0.1.0"
