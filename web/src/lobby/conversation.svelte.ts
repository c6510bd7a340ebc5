import { messagesApi } from '../api/messages';
import type { DirectMessage } from '../api/types';

let open = $state.raw<Conversation>();

/** The conversation on the screen, if any. */
export const openConversation = {
  get other(): string | undefined {
    return open?.other;
  },
  /** A message has arrived; true if it is shown here. */
  receive(message: DirectMessage): boolean {
    if (message.other !== open?.other) return false;
    open.add(message);
    return true;
  },
  /** Messages may have been missed. */
  reload(): void {
    void open?.load().catch(() => undefined);
  },
};

/** Conversation: the messages of the account and another, the newest of them loaded. */
export class Conversation {
  items = $state.raw<DirectMessage[]>([]);
  isLoaded = $state(false);
  #next = $state<string>();

  constructor(readonly other: string) {}

  get hasEarlier(): boolean {
    return this.#next !== undefined;
  }

  /** Show it until the returned function is called: what arrives meanwhile counts as read. */
  show(): () => void {
    // eslint-disable-next-line @typescript-eslint/no-this-alias -- it is the open one
    open = this;
    return () => {
      if (open === this) open = undefined;
    };
  }

  async load(): Promise<void> {
    const page = await messagesApi.read(this.other);
    this.items = page.items;
    this.#next = page.next;
    this.isLoaded = true;
    this.#markRead();
  }

  async loadEarlier(): Promise<void> {
    const page = await messagesApi.read(this.other, this.#next);
    this.items = [...page.items, ...this.items];
    this.#next = page.next;
  }

  async send(text: string): Promise<void> {
    this.add(await messagesApi.send(this.other, text));
  }

  async remove(): Promise<void> {
    await messagesApi.remove(this.other);
    this.items = [];
    this.#next = undefined;
  }

  /** Add a message, once: the stream sends those of this page as well. */
  add(message: DirectMessage): void {
    if (this.items.some(({ id }) => id === message.id)) return;
    this.items = [...this.items, message].toSorted((a, b) => Number(a.id) - Number(b.id));
    if (!message.own) this.#markRead();
  }

  #markRead(): void {
    void messagesApi.markRead(this.other).catch(() => undefined);
  }
}
