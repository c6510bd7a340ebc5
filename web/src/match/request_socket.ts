import { sendCommand } from '../api/commands';
import { at, streamAddress } from '../api/http';
import { ndjsonRawLines } from '../api/ndjson';
import { Problem } from '../api/problem';
import { sleep } from '../api/sleep';
import type { ClientFrame, Command, ServerFrame } from '../api/types';
import type { Socket } from './socket';

/** Longer silence of the stream is doubtful: an empty line comes every 7 s. */
const MAX_SILENCE_MS = 10_000;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 15_000;
const ABNORMAL_CLOSURE = 1006;
/** What a socket would be closed with. */
const CLOSE_CODES: Record<number, number> = { 401: 4001, 403: 4001, 404: 4004, 429: 1008 };

/**
 * A match's connection without a websocket: frames come as a stream over HTTP, and commands go as
 * requests, one after the other. A command whose reply is lost is sent again under its key.
 */
export class RequestSocket implements Socket {
  onopen: Socket['onopen'] = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;
  readonly #match: string;
  readonly #stop = new AbortController();
  /** Ends the stream that is read, so that another begins with a full frame. */
  #renewal = new AbortController();
  #sending = Promise.resolve();
  #heardAtMs = 0;
  /** That of the newest frame. */
  #ply = -1;

  constructor(match: string) {
    this.#match = match;
    void this.#listen();
  }

  send(data: string): void {
    const frame = JSON.parse(data) as ClientFrame;
    if (frame.t === 'ping') this.#pong();
    else if (frame.t === 'resync') this.#renewal.abort();
    else this.#sending = this.#sending.then(() => this.#deliver(frame));
  }

  /** A command that is under way is carried out nevertheless. */
  close(): void {
    this.#stop.abort();
  }

  async #listen(): Promise<void> {
    let code = ABNORMAL_CLOSURE;
    do {
      this.#renewal = new AbortController();
      code = await this.#read(AbortSignal.any([this.#stop.signal, this.#renewal.signal]));
    } while (this.#renewal.signal.aborted && !this.#stop.signal.aborted);
    const ended = new CloseEvent('close', { code });
    if (!this.#stop.signal.aborted) this.onclose?.(ended);
    this.#stop.abort();
  }

  /** Reads a stream to its end; returns the code that a socket would have been closed with. */
  async #read(signal: AbortSignal): Promise<number> {
    const address = streamAddress(`${at('matches', this.#match, 'stream')}?frames=delta`);
    try {
      for await (const text of ndjsonRawLines(address, signal)) {
        if (signal.aborted) return ABNORMAL_CLOSURE;
        this.#heardAtMs = Date.now();
        if (text) this.#receive(text);
      }
      return ABNORMAL_CLOSURE;
    } catch (thrown) {
      return thrown instanceof Problem
        ? (CLOSE_CODES[thrown.status] ?? ABNORMAL_CLOSURE)
        : ABNORMAL_CLOSURE;
    }
  }

  #receive(text: string): void {
    const frame = JSON.parse(text) as ServerFrame;
    if (frame.t === 'full' || frame.t === 'delta') this.#ply = frame.ply;
    this.onopen?.(new Event('open'));
    this.onmessage?.(new MessageEvent('message', { data: text }));
  }

  #emit(frame: ServerFrame): void {
    if (this.#stop.signal.aborted) return;
    this.onmessage?.(new MessageEvent('message', { data: JSON.stringify(frame) }));
  }

  /** The stream shows by itself that it lives; nothing is asked. */
  #pong(): void {
    if (Date.now() - this.#heardAtMs < MAX_SILENCE_MS) this.#emit({ t: 'pong', ply: this.#ply });
  }

  async #deliver(command: Command): Promise<void> {
    const { signal } = this.#stop;
    for (
      let pauseMs = FIRST_PAUSE_MS;
      !signal.aborted;
      pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)
    ) {
      const verdict = await this.#verdict(command);
      if (verdict) return this.#emit(verdict);
      await sleep(pauseMs, signal);
    }
  }

  /** The acknowledgement or refusal of a command; undefined if none came. */
  async #verdict(command: Command): Promise<ServerFrame | undefined> {
    const { ref } = command;
    try {
      const { ply = this.#ply, offer } = await sendCommand(this.#match, command);
      return { t: 'ack', ref, ply, ...(offer && { offer: offer.id }) };
    } catch (thrown) {
      if (!(thrown instanceof Problem)) return undefined;
      const { body, retryAfter } = thrown;
      return { t: 'nack', ref, problem: retryAfter ? { retry_after: retryAfter, ...body } : body };
    }
  }
}
