"""Who sits where and when: line-ups, places, attackers, the movement laid over the people."""
