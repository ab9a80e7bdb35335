"""Rankings from the scores of a tournament, in exact arithmetic on arrays.

- Plays and marks: `score_grid`, `comparison`, `totals`, `side_points`.
- Every seat with a score of its own: `seat_scores`, `seat_teams`, `free_deals`, `handicap`, `rests`.
- Matches of teams: `duels`, `matches`, `roots`.
- Numbers and places: `exact`, `values`, `places`, `classification`.
- The referee: `rulings`, `adjustments`, `faults`, `faults_fft_2012`.
- What a page tells about a number: `explanation`, `seat_explanation`, `match_explanation`, `swings`,
  `forecast`, `changes`.
- After the event and over many: `prizes`, `season`, `leaderboards`, `rating`.
"""
