/** The part of WebSocket that is used; tests supply their own. */
export interface Socket {
  onopen: ((event: Event) => void) | null;
  onmessage: ((message: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(data: string): void;
  close(code?: number): void;
}

/** What a connection goes over: a websocket, or requests where websockets are refused. */
export type Transport = 'socket' | 'requests';

export type Dial = (transport: Transport) => Socket;
