"""HTTP receiver: stores what webhooks and push messages send, and replies as a test wants."""

import asyncio
import json
from contextlib import asynccontextmanager


class Receiver:
    """A small HTTP server that stores what it receives and replies with the next of `answers`."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.requests = []
        self.changed = asyncio.Event()

    async def serve(self, reader, writer):
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        lines = head.split("\r\n")
        pairs = (line.partition(": ") for line in lines[1:] if line)
        headers = {name.lower(): value for name, _, value in pairs}
        body = await reader.readexactly(int(headers["content-length"]))
        self.requests.append((headers, body))
        answer = self.answers.pop(0) if self.answers else "204 No Content"
        writer.write(f"HTTP/1.1 {answer}\r\nContent-Length: 0\r\n\r\n".encode())
        await writer.drain()
        writer.close()
        self.changed.set()

    async def until(self, count):
        async with asyncio.timeout(20):
            while len(self.requests) < count:
                self.changed.clear()
                await self.changed.wait()

    def bodies(self):
        return [json.loads(body) for _, body in self.requests]


@asynccontextmanager
async def http_receiver(*answers):
    receiver = Receiver(*answers)
    server = await asyncio.start_server(receiver.serve, "127.0.0.1", 0)
    receiver.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/hook"
    try:
        yield receiver
    finally:
        server.close()
        await server.wait_closed()
