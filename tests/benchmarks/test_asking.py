"""Clients of the benchmarks against a server that refuses the first requests."""

import asyncio

from benchmarks.clients.asking import Answer, Browser

BUSY = b"HTTP/1.1 503 Busy\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n"
STOPPED = b"HTTP/1.1 503 Stopped\r\nContent-Length: 0\r\n\r\n"
SERVED = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nserve"


def asked(*responses: bytes) -> Answer:
    """Return what a patient client makes of these responses, in order."""

    async def ask() -> Answer:
        response_iterator = iter(responses)

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            for response in response_iterator:
                await reader.readuntil(b"\r\n\r\n")
                writer.write(response)
            writer.close()

        async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
            browser = Browser(server.sockets[0].getsockname()[1])
            answer = await browser.ask_until_served("GET", "/")
            browser.close()
            return answer

    return asyncio.run(ask())


def test_refused_request_is_repeated_and_its_refusals_counted() -> None:
    answer = asked(BUSY, BUSY, SERVED)

    assert (answer.status, answer.refusals, answer.text) == (200, 2, "serve")


def test_refusal_without_a_time_to_retry_is_final() -> None:
    answer = asked(STOPPED, SERVED)

    assert (answer.status, answer.refusals) == (503, 0)


def test_other_responses_are_final() -> None:
    assert asked(SERVED).refusals == 0
