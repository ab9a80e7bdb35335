"""Robots: the knowledge of a seat about a deal, and the choice of its actions.

A robot is a function of one seat's view, a seed and a budget of work. It reads nothing else. The same three
arguments give the same action on every machine, which makes a duplicate event against robots fair.
"""
