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
  fallback(active: boolean): void;
}

const FINAL_CODES = new Set([1000, 4001, 4004]);
const POLICY_VIOLATION = 1008;
const FIRST_WAIT_MS = 400;
const MAX_WAIT_MS = 15_000;
/** How long a socket may stay silent after a ping. */
const PONG_TIMEOUT_MS = 6_000;
/** How long a new socket may take to send its first frame. */
const FIRST_FRAME_TIMEOUT_MS = 15_000;
/** After so many sockets in a row that said nothing, requests are tried as well. */
const SILENT_SOCKETS_BEFORE_FALLBACK = 2;

/**
 * Reconnecting socket: exponential backoff with jitter, immediate retry on `online`. Where sockets
 * are refused, as by a proxy or a filter, it goes over requests, and back once a socket works.
 */
export class Connection {
  readonly #listener: ConnectionListener;
  readonly #dial: Dial;
  #socket: Socket | undefined;
  #transport: Transport = 'socket';
  #open = false;
  /** Whether the socket has said anything. */
  #hasReceived = false;
  /** How many websockets in a row were lost before they said anything. */
  #silentSockets = 0;
  #probe: Probe | undefined;
  #ended = false;
  #attempts = 0;
  #retryNotBeforeMs = 0;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #pingTimer: ReturnType<typeof setInterval> | undefined;
  #silenceTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(listener: ConnectionListener, dial: Dial) {
    this.#listener = listener;
    this.#dial = dial;
    window.addEventListener('online', this.#handleWake);
    window.addEventListener('offline', this.#handleOffline);
    document.addEventListener('visibilitychange', this.#handleWake);
    this.#connect();
  }

  /** False if the connection is down and the frame was not sent. */
  send(frame: ClientFrame): boolean {
    if (!this.#open || !this.#socket) return false;
    this.#socket.send(JSON.stringify(frame));
    return true;
  }

  /** The connection works: reset the backoff. */
  settle(heartbeatS: number): void {
    this.#attempts = 0;
    this.#retryNotBeforeMs = 0;
    clearInterval(this.#pingTimer);
    this.#pingTimer = setInterval(() => this.#ping(), heartbeatS * 1000);
  }

  /** A frame is overdue: sends a ping, and reconnects if there is no reply. */
  verify(): void {
    this.#ping();
  }

  /** The server announced that it will be down for this many seconds. */
  expectDowntime(downtimeS: number): void {
    this.#retryNotBeforeMs = Date.now() + downtimeS * 1000;
  }

  close(): void {
    this.#ended = true;
    window.removeEventListener('online', this.#handleWake);
    window.removeEventListener('offline', this.#handleOffline);
    document.removeEventListener('visibilitychange', this.#handleWake);
    clearTimeout(this.#retryTimer);
    const socket = this.#socket;
    this.#release();
    socket?.close(1000);
  }

  #connect(): void {
    clearTimeout(this.#retryTimer);
    this.#retryTimer = undefined;
    this.#transport = this.#nextTransport();
    this.#adopt(this.#dial(this.#transport));
  }

  /** Sockets that say nothing may be refused, or the server is down: both transports take turns. */
  #nextTransport(): Transport {
    if (this.#silentSockets < SILENT_SOCKETS_BEFORE_FALLBACK) return 'socket';
    return this.#transport === 'socket' ? 'requests' : 'socket';
  }

  #adopt(socket: Socket): void {
    this.#socket = socket;
    this.#hasReceived = false;
    this.#startSilenceTimer(FIRST_FRAME_TIMEOUT_MS);
    socket.onopen = () => {
      this.#open = true;
    };
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(String(data)) as ServerFrame);
    socket.onclose = ({ code }) => this.#handleClose(code);
  }

  #receive(frame: ServerFrame): void {
    clearTimeout(this.#silenceTimer);
    this.#silenceTimer = undefined;
    if (!this.#hasReceived) this.#handleFirstFrame();
    this.#listener.frame(frame);
  }

  #handleFirstFrame(): void {
    this.#hasReceived = true;
    if (this.#transport === 'requests') return this.#probeForSocket();
    this.#silentSockets = 0;
    this.#listener.fallback(false);
  }

  /** The server may only have been away while sockets failed: one is tried at once. */
  #probeForSocket(): void {
    this.#probe = new Probe(() => this.#dial('socket'), FIRST_FRAME_TIMEOUT_MS, {
      established: (socket, frames) => this.#switchToSocket(socket, frames),
      refused: () => this.#listener.fallback(true),
    });
  }

  /** What is not acknowledged yet is sent again over the socket. */
  #switchToSocket(socket: Socket, frames: ServerFrame[]): void {
    const requests = this.#socket;
    this.#release();
    requests?.close();
    this.#listener.down();
    this.#transport = 'socket';
    this.#adopt(socket);
    this.#open = true;
    for (const frame of frames) this.#receive(frame);
  }

  #handleClose(code: number): void {
    if (this.#transport === 'socket' && !this.#hasReceived) this.#silentSockets += 1;
    this.#release();
    if (this.#ended) return;
    if (FINAL_CODES.has(code)) {
      this.close();
      this.#listener.closed(code);
      return;
    }
    if (code === POLICY_VIOLATION) this.#attempts = Math.max(this.#attempts, 4);
    const waitMs = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#attempts);
    this.#attempts += 1;
    const jitteredMs = waitMs * (0.5 + Math.random() / 2);
    this.#retryTimer = setTimeout(
      () => this.#connect(),
      Math.max(jitteredMs, this.#retryNotBeforeMs - Date.now() + jitteredMs),
    );
    this.#listener.down();
  }

  #release(): void {
    this.#probe?.stop();
    this.#probe = undefined;
    clearInterval(this.#pingTimer);
    clearTimeout(this.#silenceTimer);
    this.#silenceTimer = undefined;
    this.#open = false;
    if (!this.#socket) return;
    this.#socket.onopen = this.#socket.onmessage = this.#socket.onclose = null;
    this.#socket = undefined;
  }

  /** The browser reports offline; a server on the same machine may still be reachable. */
  readonly #handleOffline = (): void => this.#ping();

  #ping(): void {
    if (!this.send({ t: 'ping' }) || this.#silenceTimer) return;
    this.#startSilenceTimer(PONG_TIMEOUT_MS);
  }

  /** Drops a connection that has been silent for too long. */
  #startSilenceTimer(timeoutMs: number): void {
    this.#silenceTimer = setTimeout(() => {
      const socket = this.#socket;
      this.#handleClose(1006);
      socket?.close();
    }, timeoutMs);
  }

  /** The network is back or the page visible: don't wait, and don't trust an old socket. */
  readonly #handleWake = (): void => {
    if (document.visibilityState === 'hidden') return;
    if (this.#retryTimer && Date.now() >= this.#retryNotBeforeMs) this.#connect();
    else this.#ping();
  };
}
