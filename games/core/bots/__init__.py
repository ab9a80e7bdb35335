"""Robots: what a seat knows of a deal, and what they do with it.

A robot is a function of one seat's view, a seed and a budget of work. It reads nothing else, and the same
three give the same action on any machine: that makes a duplicate against robots fair.
"""
