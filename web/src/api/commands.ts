import { at, problemOf, streamAddress } from './http';
import type { Command, Offer } from './types';

/** How long a command may take before it is sent again. */
const TIMEOUT_MS = 15_000;

/** What the server says of a command that it has committed. */
interface Committed {
  ply?: number;
  offer?: Offer;
}

/**
 * Carries out a command of the socket as a request, under the same idempotency key. Throws a
 * `Problem` if the server refuses it, anything else if it is not known what became of it.
 */
export async function sendCommand(match: string, command: Command): Promise<Committed> {
  const { path, body } = asRequest(command);
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'Content-Type': 'application/json',
  };
  if (command.key) headers['Idempotency-Key'] = command.key;
  const response = await fetch(streamAddress(at('matches', match, ...path)), {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (isProblem(response)) throw await problemOf(response);
  // A proxy's own page: it knows nothing of the command.
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return (await response.json()) as Committed;
}

function asRequest(command: Command): { path: string[]; body: object } {
  switch (command.t) {
    case 'answer':
      return { path: ['decisions', command.decision], body: { answer: command.answer } };
    case 'undo':
      return { path: ['decisions', command.decision, 'undo'], body: {} };
    case 'show':
      return { path: ['shows'], body: { card: command.card, to: command.to } };
    case 'chat': {
      const { text, phrase, to } = command;
      return { path: ['chat'], body: { text, phrase, to } };
    }
    case 'offer': {
      const { id, accept, kind, decision, seat, open } = command;
      if (id) return { path: ['offers', id], body: { accept } };
      return { path: ['offers'], body: { kind, decision, seat, open } };
    }
  }
}

function isProblem(response: Response): boolean {
  return response.headers.get('Content-Type')?.startsWith('application/problem+json') ?? false;
}
