"""Exercises of the lessons as data: real deals, each with a question, its answers and an explanation."""
