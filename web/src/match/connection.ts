import type { ClientFrame, ServerFrame } from '../api/types';

/** The part of WebSocket that is used; tests supply their own. */
export interface Socket {
  onopen: ((event: Event) => void) | null;
  onmessage: ((message: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(data: string): void;
  close(code?: number): void;
}

export type Dial = (address: string) => Socket;

export interface Listener {
  frame(frame: ServerFrame): void;
  /** The connection is down and will be retried. */
  down(): void;
  /** No retry: 1000 done, 4001 not allowed, 4004 no such match. */
  closed(code: number): void;
}

const FINAL = new Set([1000, 4001, 4004]);
const POLICY = 1008;
const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;
/** How long a socket may stay silent after a ping. */
const PATIENCE = 6_000;
/** How long a new socket may take to send its first frame. */
const GREETING = 15_000;

/** Reconnecting socket: exponential backoff with jitter, immediate retry on `online`. */
export class Connection {
  readonly #address: string;
  readonly #listener: Listener;
  readonly #dial: Dial;
  #socket: Socket | undefined;
  #open = false;
  #ended = false;
  #attempts = 0;
  #earliest = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(address: string, listener: Listener, dial: Dial = (to) => new WebSocket(to)) {
    this.#address = address;
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
    const socket = this.#dial(this.#address);
    this.#socket = socket;
    this.#listenFor(GREETING);
    socket.onopen = () => {
      this.#open = true;
    };
    socket.onmessage = ({ data }) => {
      clearTimeout(this.#silence);
      this.#silence = undefined;
      this.#listener.frame(JSON.parse(String(data)) as ServerFrame);
    };
    socket.onclose = ({ code }) => this.#lost(code);
  }

  #lost(code: number): void {
    this.#forget();
    if (this.#ended) return;
    if (FINAL.has(code)) {
      this.close();
      this.#listener.closed(code);
      return;
    }
    if (code === POLICY) this.#attempts = Math.max(this.#attempts, 4);
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#attempts);
    this.#attempts += 1;
    const jittered = wait * (0.5 + Math.random() / 2);
    this.#retry = setTimeout(
      () => this.#connect(),
      Math.max(jittered, this.#earliest - Date.now() + jittered),
    );
    this.#listener.down();
  }

  #forget(): void {
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
    this.#listenFor(PATIENCE);
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
