"""Papers of deals and étuis: diagrams, labels, sorting, slips and exercises."""
