"""Exercises of the lessons: rows of data, each a real deal with its question, its answer and why."""
