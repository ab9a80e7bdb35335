"""What is done about incidents: a case is a frozen choice of an organiser that makes a `CasePlan`.

A plan holds its consequences in words and what is to be done; `actions` rehearses plans, carries them out
and takes them back.
"""
