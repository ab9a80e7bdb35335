"""A case is a frozen choice of an organiser that makes a `Plan`: its consequences in words and what is to be done.

`actions` rehearses plans, carries them out and takes them back.
"""
