import type { ClientFrame, ServerFrame } from '../api/types';
import { Probe } from './probe';
import type { Dial, Socket, Transport } from './socket';

export interface ConnectionListener {
  frame(frame: ServerFrame): void;
  /** The connection is down and will be retried. */
  down(): void;
  /** No retry: 1000 done, 4001 not allowed, 4004 no such match. */
  closed(code: number): void;
  /** Websockets are refused and requests serve instead; or no longer. */
  detour(taken: boolean): void;
}

const FINAL = new Set([1000, 4001, 4004]);
const POLICY_VIOLATION = 1008;
const FIRST_WAIT_MS = 400;
const MAX_WAIT_MS = 15_000;
/** How long a socket may stay silent after a ping. */
const PONG_TIMEOUT_MS = 6_000;
/** How long a new socket may take to send its first frame. */
const FIRST_FRAME_TIMEOUT_MS = 15_000;
/** After so many sockets in a row that said nothing, requests are tried as well. */
const SILENT_SOCKETS_BEFORE_DETOUR = 2;

/**
 * Reconnecting socket: exponential backoff with jitter, immediate retry on `online`. Where sockets
 * are refused, as by a proxy or a filter, it goes over requests, and back once a socket works.
 */
export class Connection {
  readonly #listener: ConnectionListener;
  readonly #dial: Dial;
  #socket: Socket | undefined;
  #way: Transport = 'socket';
  #open = false;
  /** Whether the socket has said anything. */
  #heard = false;
  /** How many websockets in a row were lost before they said anything. */
  #refusals = 0;
  #probe: Probe | undefined;
  #ended = false;
  #attempts = 0;
  #earliest = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(listener: ConnectionListener, dial: Dial) {
    this.#listener = listener;
    this.#dial = dial;
    window.addEventListener('online', this.#hurry);
    window.addEventListener('offline', this.#doubt);
    document.addEventListener('visibilitychange', this.#hurry);
    this.#connect();
  }

  /** False if the connection is down and the frame was not sent. */
  send(frame: ClientFrame): boolean {
    if (!this.#open || !this.#socket) return false;
    this.#socket.send(JSON.stringify(frame));
    return true;
  }

  /** The connection works: reset the backoff. */
  settle(heartbeat: number): void {
    this.#attempts = 0;
    this.#earliest = 0;
    clearInterval(this.#beat);
    this.#beat = setInterval(() => this.#ping(), heartbeat * 1000);
  }

  /** A frame is overdue: sends a ping, and reconnects if there is no reply. */
  doubt(): void {
    this.#ping();
  }

  /** The server announced that it will be down for this many seconds. */
  expectAbsence(seconds: number): void {
    this.#earliest = Date.now() + seconds * 1000;
  }

  close(): void {
    this.#ended = true;
    window.removeEventListener('online', this.#hurry);
    window.removeEventListener('offline', this.#doubt);
    document.removeEventListener('visibilitychange', this.#hurry);
    clearTimeout(this.#retry);
    const socket = this.#socket;
    this.#forget();
    socket?.close(1000);
  }

  #connect(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.#way = this.#nextWay();
    this.#hold(this.#dial(this.#way));
  }

  /** Sockets that say nothing may be refused, or the server is down: both ways take turns. */
  #nextWay(): Transport {
    if (this.#refusals < SILENT_SOCKETS_BEFORE_DETOUR) return 'socket';
    return this.#way === 'socket' ? 'requests' : 'socket';
  }

  #hold(socket: Socket): void {
    this.#socket = socket;
    this.#heard = false;
    this.#listenFor(FIRST_FRAME_TIMEOUT_MS);
    socket.onopen = () => {
      this.#open = true;
    };
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(String(data)) as ServerFrame);
    socket.onclose = ({ code }) => this.#lost(code);
  }

  #hear(frame: ServerFrame): void {
    clearTimeout(this.#silence);
    this.#silence = undefined;
    if (!this.#heard) this.#works();
    this.#listener.frame(frame);
  }

  #works(): void {
    this.#heard = true;
    if (this.#way === 'requests') return this.#lookForSocket();
    this.#refusals = 0;
    this.#listener.detour(false);
  }

  /** The server may only have been away while sockets failed: one is tried at once. */
  #lookForSocket(): void {
    this.#probe = new Probe(() => this.#dial('socket'), FIRST_FRAME_TIMEOUT_MS, {
      established: (socket, frames) => this.#goOver(socket, frames),
      refused: () => this.#listener.detour(true),
    });
  }

  /** What is not acknowledged yet is sent again over the socket. */
  #goOver(socket: Socket, frames: ServerFrame[]): void {
    const requests = this.#socket;
    this.#forget();
    requests?.close();
    this.#listener.down();
    this.#way = 'socket';
    this.#hold(socket);
    this.#open = true;
    for (const frame of frames) this.#hear(frame);
  }

  #lost(code: number): void {
    if (this.#way === 'socket' && !this.#heard) this.#refusals += 1;
    this.#forget();
    if (this.#ended) return;
    if (FINAL.has(code)) {
      this.close();
      this.#listener.closed(code);
      return;
    }
    if (code === POLICY_VIOLATION) this.#attempts = Math.max(this.#attempts, 4);
    const wait = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#attempts);
    this.#attempts += 1;
    const jittered = wait * (0.5 + Math.random() / 2);
    this.#retry = setTimeout(
      () => this.#connect(),
      Math.max(jittered, this.#earliest - Date.now() + jittered),
    );
    this.#listener.down();
  }

  #forget(): void {
    this.#probe?.stop();
    this.#probe = undefined;
    clearInterval(this.#beat);
    clearTimeout(this.#silence);
    this.#silence = undefined;
    this.#open = false;
    if (!this.#socket) return;
    this.#socket.onopen = this.#socket.onmessage = this.#socket.onclose = null;
    this.#socket = undefined;
  }

  /** The browser reports offline; a server on the same machine may still be reachable. */
  readonly #doubt = (): void => this.#ping();

  #ping(): void {
    if (!this.send({ t: 'ping' }) || this.#silence) return;
    this.#listenFor(PONG_TIMEOUT_MS);
  }

  /** Drops a connection that has been silent for too long. */
  #listenFor(patience: number): void {
    this.#silence = setTimeout(() => {
      const socket = this.#socket;
      this.#lost(1006);
      socket?.close();
    }, patience);
  }

  /** The network is back or the page visible: don't wait, and don't trust an old socket. */
  readonly #hurry = (): void => {
    if (document.visibilityState === 'hidden') return;
    if (this.#retry && Date.now() >= this.#earliest) this.#connect();
    else this.#ping();
  };
}
