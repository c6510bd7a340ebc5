import type { ServerFrame } from '../api/types';
import type { Socket } from './socket';

const FIRST_WAIT_MS = 60_000;
const MAX_WAIT_MS = 600_000;

interface ProbeListener {
  /** A socket works; `frames` is what it has said so far, up to a full one. */
  established(socket: Socket, frames: ServerFrame[]): void;
  /** A socket was refused; another will be tried later. */
  refused(): void;
}

/** Tries sockets at growing intervals until one sends a full frame or the probe is stopped. */
export class Probe {
  readonly #dial: () => Socket;
  readonly #listener: ProbeListener;
  /** How long a socket may take to send a full frame. */
  readonly #timeoutMs: number;
  #socket: Socket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waitMs = FIRST_WAIT_MS;

  constructor(dial: () => Socket, timeoutMs: number, listener: ProbeListener) {
    this.#dial = dial;
    this.#timeoutMs = timeoutMs;
    this.#listener = listener;
    this.#try();
  }

  stop(): void {
    this.#release()?.close();
  }

  #try(): void {
    const frames: ServerFrame[] = [];
    const socket = this.#dial();
    this.#socket = socket;
    this.#timer = setTimeout(() => this.#refused(), this.#timeoutMs);
    socket.onmessage = ({ data }) => {
      const frame = JSON.parse(String(data)) as ServerFrame;
      frames.push(frame);
      if (frame.t !== 'full') return;
      this.#release();
      this.#listener.established(socket, frames);
    };
    socket.onclose = () => this.#refused();
  }

  #refused(): void {
    this.stop();
    this.#timer = setTimeout(() => this.#try(), this.#waitMs);
    this.#waitMs = Math.min(2 * this.#waitMs, MAX_WAIT_MS);
    this.#listener.refused();
  }

  #release(): Socket | undefined {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = undefined;
    if (socket) socket.onopen = socket.onmessage = socket.onclose = null;
    return socket;
  }
}
