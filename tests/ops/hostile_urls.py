"""Addresses of the site and harmful ones, like those of a fault in it, with short deadlines."""

import ctypes
import os
import re
import threading
import time

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from common.web_server import deadlines, site_threads
from common.workers.forking import Limits, run_in_child

site_threads.RESPONSE_SECONDS = 4.0
deadlines.RESCUE_SECONDS = 8.0
"""A machine that is busy with other tests takes seconds to stop four queries."""
deadlines.STOPPED_SECONDS = 8.0

GIGABYTES = 8
BIT = 64
"""Megabytes, more than the allocator keeps of its own: the system promises them and gives what is touched.
Nothing is: to fill a gigabyte takes a busy machine more seconds than a request has.
"""
ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"


def computes_for_ever(request: HttpRequest) -> HttpResponse:
    """Loop in Python without end and swallow every exception."""
    while True:
        try:
            time.sleep(0.01)
        except Exception:  # noqa: S112
            continue


def queries_for_ever(request: HttpRequest) -> HttpResponse:
    with connection.cursor() as cursor:
        cursor.execute(ENDLESS)
    return HttpResponse("never")


def queries_slowly_for_ever(request: HttpRequest) -> HttpResponse:
    """Query without end, at ten milliseconds a step, so that tests beside this one go on."""
    with connection.cursor() as cursor:
        connection.connection.create_function("wait", 1, lambda row: time.sleep(0.01) or row)
        cursor.execute(ENDLESS.replace("*", "wait(x)"))
    return HttpResponse("never")


def sleeps_for_ever(request: HttpRequest) -> HttpResponse:
    """One step that never ends."""
    time.sleep(3600)
    return HttpResponse("never")


def matches_for_ever(request: HttpRequest) -> HttpResponse:
    """One step that never ends and lets nothing else of Python go on."""
    return HttpResponse(re.match("(a+)+b", "a" * 60) or "never")


def holds_interpreter(request: HttpRequest) -> HttpResponse:
    """Hold the interpreter without using a processor, so that tests beside this one go on."""
    ctypes.PyDLL(None).sleep(3600)
    return HttpResponse("never")


def waits_for_a_lock(request: HttpRequest) -> HttpResponse:
    """Hold a thread in a lock that is never released."""
    lock = threading.Lock()
    with lock:
        lock.acquire()
    return HttpResponse("never")


def draws_for_ever(request: HttpRequest) -> HttpResponse:
    """Hold a child of this request in one step of C."""
    return HttpResponse(run_in_child(match_for_ever, 0, limits=Limits()) or "never")


def match_for_ever(_question: int) -> None:
    re.match("(a+)+b", "a" * 60)


def fills_memory(request: HttpRequest) -> HttpResponse:
    return HttpResponse(len(b"a" * (GIGABYTES * 1024**3)))


def fills_memory_bit_by_bit(request: HttpRequest) -> HttpResponse:
    parts = []
    for _ in range(GIGABYTES * 1024 // BIT):
        parts.append(bytes(BIT * 1024**2))
    return HttpResponse(len(parts))


def keeps_memory_full(request: HttpRequest) -> HttpResponse:
    """Long enough for every thread of the process to want some."""
    parts, size = [], BIT * 1024**2
    while size > 1024:
        try:
            parts.append(bytes(size))
        except MemoryError:
            size //= 2
    time.sleep(2)
    return HttpResponse(len(parts))


def tell_process(request: HttpRequest) -> HttpResponse:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse(str(os.getpid()))


urlpatterns = [
    path("hostile/compute/", computes_for_ever),
    path("hostile/query/", queries_for_ever),
    path("hostile/query/slow/", queries_slowly_for_ever),
    path("hostile/sleep/", sleeps_for_ever),
    path("hostile/match/", matches_for_ever),
    path("hostile/hold/", holds_interpreter),
    path("hostile/lock/", waits_for_a_lock),
    path("hostile/drawing/", draws_for_ever),
    path("hostile/memory/", fills_memory),
    path("hostile/memory/bits/", fills_memory_bit_by_bit),
    path("hostile/memory/kept/", keeps_memory_full),
    path("process/", tell_process),
    path("", include("config.urls")),
]
