"""Rights, viewers, objects named by URLs, public parts of an event, forms carried out once, hot queries."""
