"""A deal played on the site: log, robots, felt. Below tournaments, which replay and analyse such deals."""
