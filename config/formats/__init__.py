"""How dates are written where Django's own formats of a language would mislead."""
