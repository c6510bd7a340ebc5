"""Archive: the file format of backups.

A gzip stream of MessagePack objects, each after its length (4 bytes, big endian): a `Header`, the
`Rows` of each table in the order in which they can be inserted, and the `Trailer`, without which
the file is not whole.
"""

from __future__ import annotations

import gzip
import os
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from app.backups.digest import Digests

FORMAT = 1
MAX_FRAME_BYTES = 2**30


class Header(Struct, tag=True):
    """What the backup is of."""

    revision: str
    """The migration that the database was at."""
    version: str
    """The version of Conclave that wrote it."""
    made_at: str
    key: str
    """Tells whether two secret keys are the same."""
    format: int = FORMAT


class Rows(Struct, tag=True):
    """Some rows of a table, each a list of values in the order of `columns`."""

    table: str
    columns: list[str]
    values: list[list[Any]]


class Trailer(Struct, tag=True):
    """The digests of all rows."""

    digests: Digests


class ArchiveError(Exception):
    """The file can't be written or read, or is no whole backup; `str(error)` is a sentence."""


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Header | Rows | Trailer)


@contextmanager
def new_archive(path: Path) -> Iterator[Callable[[Header | Rows | Trailer], None]]:
    """Yields what writes a frame into a new file, readable for its owner alone. If the block fails,
    there is no file. Raises ArchiveError.
    """
    try:
        file = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")
    except OSError as error:
        raise ArchiveError(f"{path} can't be made: {error.strerror}.") from error

    def write(frame: Header | Rows | Trailer) -> None:
        raw = _ENCODER.encode(frame)
        try:
            stream.write(len(raw).to_bytes(4) + raw)
            if isinstance(frame, Trailer):
                stream.close()
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise ArchiveError(f"{path} can't be written: {error.strerror}.") from error

    try:
        with file, gzip.GzipFile(fileobj=file, mode="wb", compresslevel=6, mtime=0) as stream:
            yield write
    except BaseException:
        path.unlink()
        raise


def read_archive(path: Path) -> Iterator[Header | Rows | Trailer]:
    """The frames of an archive: a header first, a trailer last. Raises ArchiveError."""
    try:
        with gzip.open(path) as stream:
            frame = _read_frame(stream)
            if not isinstance(frame, Header) or frame.format != FORMAT:
                raise ArchiveError(f"{path} is no backup that this version can read.")
            while not isinstance(frame, Trailer):
                yield frame
                frame = _read_frame(stream)
            yield frame
    except (EOFError, gzip.BadGzipFile, zlib.error, msgspec.MsgspecError) as error:
        raise ArchiveError(f"{path} is no backup, or not a whole one.") from error
    except OSError as error:
        raise ArchiveError(f"{path} can't be read: {error.strerror}.") from error


def _read_frame(stream: gzip.GzipFile) -> Header | Rows | Trailer:
    size = int.from_bytes(_exactly(stream, 4))
    if size > MAX_FRAME_BYTES:
        raise EOFError
    frame: Header | Rows | Trailer = _DECODER.decode(_exactly(stream, size))
    return frame


def _exactly(stream: gzip.GzipFile, size: int) -> bytes:
    raw = stream.read(size)
    if len(raw) != size:
        raise EOFError
    return raw
