"""Compressed content from outside, unpacked within a limit."""

import zlib


def decompress(content: bytes, largest: int) -> bytes:
    """Return the bytes of one gzip stream.

    Args:
        largest: number of bytes without the compression. No more are unpacked.

    Raises:
        ValueError: `content` is no whole stream, is damaged, or holds more.
    """
    stream = zlib.decompressobj(wbits=31)
    try:
        unpacked = stream.decompress(content, largest)
    except zlib.error as error:
        raise ValueError("gzip") from error
    if not stream.eof:
        raise ValueError("size")
    return unpacked
