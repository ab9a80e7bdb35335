"""Movements of players, tables and boards as arrays of numbers, without names of people.

- A movement and its quality: `movement`, `table_shape`, `check`, `figures`, `encounters`, `remarks`.
- What an organiser can choose: `request`, `catalogue`, `constructed`, `counts`.
- Constructions: `constructions`, `differences`, `clock_groups`, `fields`, `latin_squares`, `lines`,
  `partners`, `table_sizes`, `stored`.
- Who begins where: `numbering`, `starting`, `keep_apart`, `trades`, `line_ups`.
- Round by round: `next_round`, `round_sizes`, `colour_draws`.
- While it is played: `seat_changes`, `regrouping`, `rovers`, `transfers`.
- The federation's movements are in `library`, the search for others in `search`.
"""
