"""A socket is written to once a turn of the loop, and read on until a few messages wait."""

from __future__ import annotations

import asyncio

import pytest

from app.cork import Corked


class Wire:
    """A transport that notes what is written to it."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.closed = False
        self.reads: list[bool] = []

    def pause_reading(self) -> None:
        self.reads.append(False)

    def resume_reading(self) -> None:
        self.reads.append(True)

    def write(self, data: bytes) -> None:
        assert not self.closed
        self.sent.append(data)

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def get_write_buffer_size(self) -> int:
        return 100

    def get_extra_info(self, name: str) -> str:
        return f"the {name}"


@pytest.fixture
async def wire() -> Wire:
    return Wire()


@pytest.fixture
async def corked(wire: Wire) -> Corked:
    return Corked(wire, asyncio.get_running_loop())


async def test_the_frames_of_a_turn_are_one_write_in_their_order(wire, corked):
    corked.write(b"ack ")
    corked.write(b"delta")
    assert wire.sent == []
    assert corked.get_write_buffer_size() == 109
    await asyncio.sleep(0)
    assert wire.sent == [b"ack delta"]
    corked.write(b"next")
    await asyncio.sleep(0)
    assert wire.sent == [b"ack delta", b"next"]


async def test_what_is_written_before_the_close_is_sent_before_it(wire, corked):
    corked.write(b"goodbye")
    corked.close()
    assert (wire.sent, wire.closed) == ([b"goodbye"], True)
    await asyncio.sleep(0)
    assert wire.sent == [b"goodbye"]


async def test_a_transport_that_is_lost_meanwhile_is_left_alone(wire, corked):
    corked.write(b"too late")
    wire.close()
    await asyncio.sleep(0)
    assert wire.sent == []


async def test_all_else_is_the_transports_own(corked):
    assert corked.get_extra_info("peername") == "the peername"


async def test_reading_goes_on_until_it_is_stopped_and_again_once_all_is_taken(wire, corked):
    corked.pause_reading()
    corked.resume_reading()
    assert wire.reads == []
    corked.pause_reading()
    corked.stop_reading()
    corked.stop_reading()
    assert wire.reads == [False]
    corked.resume_reading()
    corked.resume_reading()
    assert wire.reads == [False, True]
