"""Numbers of rows as clients send them."""

from tournaments.base.row_numbers import is_row_number


def test_number_of_a_row_is_plain_and_fits_every_database() -> None:
    assert all(map(is_row_number, ("1", "007", "9" * 18)))
    assert not any(map(is_row_number, ("", "-1", "1.0", "²", "٣", "9" * 19)))
