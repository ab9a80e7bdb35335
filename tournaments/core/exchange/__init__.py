"""Files and JSON documents that are read and written: text to values and back, without a database.

- Any file: `file_kinds`, `text_decoding`, `csv_text`, `workbooks`, `hidden_rows`, `sheet_files`.
- Lists of people: `players_csv`, `player_columns`, `player_row`, `full_names`, `days`, `duplicates`,
  `searching`, `team_lists`.
- Movements: `movement_reading`, `movement_file`, `movement_json`, `movement_csv`, `movement_asc`,
  `movement_mov`, `movement_request`, `next_round_json`.
- Events and plays: `event_document`, `event_plays`, `event_json`, `event_export`, `play_record`,
  `marks_json`, `value_json`.
"""
