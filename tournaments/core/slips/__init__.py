"""Checks of results from paper or phones: is a line complete, possible and likely?"""
