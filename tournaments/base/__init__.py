"""Who may do what, who looks, what an address names, forms carried out once. The lowest room."""
