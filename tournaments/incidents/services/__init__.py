"""Services for incidents: plan, rehearse, carry out and undo guided actions.

A case is a frozen choice of an organiser. It returns a `CasePlan`: the consequences in words, and a function
that carries them out. `actions` rehearses plans, carries them out and undoes them.
"""
