/** The other end of a match's connection, for tests. */

import { hashOf } from '../src/match/canonical_json';
import type { Socket } from '../src/match/socket';
import { mergePatch } from '../src/match/merge_patch';
import type { ClientFrame, GameEvent, Json, ServerFrame, View } from '../src/api/types';

/** A socket whose other end is the test. */
export class Line implements Socket {
  onopen: Socket['onopen'] = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;
  sent: ClientFrame[] = [];
  closed = false;

  send(data: string): void {
    this.sent.push(JSON.parse(data) as ClientFrame);
  }
  close(): void {
    this.closed = true;
  }
  open(): void {
    this.onopen?.(new Event('open'));
  }
  say(frame: ServerFrame): void {
    this.onmessage?.(new MessageEvent('message', { data: JSON.stringify(frame) }));
  }
  drop(code = 1006): void {
    this.onclose?.({ code } as CloseEvent);
  }
  greet(frame: ServerFrame): void {
    this.open();
    this.say({ t: 'hello', protocol: 1, match: 'm_1', viewer: { seat: 0 }, heartbeat: 20 });
    this.say(frame);
  }
  kinds(): string[] {
    return this.sent.map(({ t }) => t);
  }
}

export const START: View = {
  match: 'm_1',
  game: 'tiny',
  rules: 1,
  status: 'playing',
  players: [],
  table: { coins: 3, row: ['a', 'b'] },
  turn: { round: 1, phase: 'play', seats: [0] },
};

export function patched(view: View, table: Json): View {
  return mergePatch(view as unknown as Json, { table }) as unknown as View;
}

export function happened(id: number): GameEvent {
  return { id, key: 'tiny.taken', args: {}, text: `event ${id}`, affects: [] };
}

export function full(ply: number, view: View, events: GameEvent[] = []): ServerFrame {
  const hash = hashOf(view as unknown as Json);
  const presence = { seats: {}, spectators: 0 };
  return {
    t: 'full',
    viewer: { seat: 0 },
    ply,
    view,
    events,
    decisions: [],
    waiting: [],
    clock: { kind: 'none' },
    presence,
    offers: [],
    hash,
  };
}
