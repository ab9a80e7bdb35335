"""Printed documents, one file each: from rows to a frozen value, from the value to HTML and PDF."""
