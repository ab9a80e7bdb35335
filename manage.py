#!/usr/bin/env python3
"""Django's command line; the hall's settings unless the environment names others."""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.hall")
    from django.core.management import execute_from_command_line

    from tools.compile_messages import compile_at_start

    compile_at_start()
    execute_from_command_line(sys.argv)
