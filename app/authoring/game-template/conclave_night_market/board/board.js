/** Board of Night Market: the players, the stall and the viewer's hand (docs/boards.md of Conclave). */

const TEXTS = {
  en: {
    round: (n, count) => `Round ${n} of ${count}`,
    bid: 'Bid',
    cards: (n) => `${n} cards`,
    hand: 'Your hand',
    pile: 'Cards to draw',
    points: (n) => `${n} points`,
    stall: 'On the stall',
    stock: 'Wares to come',
  },
  de: {
    round: (n, count) => `Runde ${n} von ${count}`,
    bid: 'Gebot',
    cards: (n) => `${n} Karten`,
    hand: 'Deine Hand',
    pile: 'Karten zum Ziehen',
    points: (n) => `${n} Punkte`,
    stall: 'Am Stand',
    stock: 'Waren, die noch kommen',
  },
};

export default class NightMarketBoard extends HTMLElement {
  #properties = { decisions: [], catalogue: [], language: 'en', theme: 'dark' };
  #isDue = false;
  #root = this.attachShadow({ mode: 'open' });
  #market = make('div', {});

  constructor() {
    super();
    const style = new URL('./board.css', import.meta.url).href;
    this.#root.append(make('link', { rel: 'stylesheet', href: style }), this.#market);
  }

  set view(view) { this.#change({ view }); }
  set decisions(decisions) { this.#change({ decisions }); }
  set catalogue(catalogue) { this.#change({ catalogue }); }
  set language(language) { this.#change({ language }); }
  set theme(theme) { this.#change({ theme }); }

  /** Draws once for all properties that change together. */
  #change(properties) {
    Object.assign(this.#properties, properties);
    if (!this.#isDue) queueMicrotask(() => this.#draw());
    this.#isDue = true;
  }

  #draw() {
    this.#isDue = false;
    const { view, theme } = this.#properties;
    const { table, turn } = view;
    const words = this.#words;
    const focused = this.#root.activeElement?.dataset.key;
    this.#market.className = `market ${theme}`;
    this.#market.replaceChildren(
      make('ol', { class: 'players' }, ...view.players.map((player) => this.#player(player))),
      make('section', { class: 'stall', 'aria-label': words.stall },
        make('p', { class: 'round' }, words.round(turn.round, table.rounds)),
        this.#pile(table.pile, words.pile),
        ...table.stall.map((ware) => this.#card(ware, `ware:${ware}`)),
        this.#pile(table.stock, words.stock)),
      make('section', { class: 'hand', 'aria-label': words.hand },
        ...(table.hand ?? []).map((card) => this.#card(`c${card}`, `card:${card}`))),
    );
    if (focused) this.#root.querySelector(`[data-key="${focused}"]`)?.focus();
  }

  #player({ seat, name }) {
    const { view } = this.#properties;
    const { points, bought, cards, bid } = view.table.players[`p${seat}`];
    const isTurn = view.turn.seats.includes(seat);
    return make('li', { class: isTurn ? 'player turn' : 'player' },
      make('b', { dir: 'auto' }, name),
      make('span', { class: 'points' }, this.#words.points(points)),
      make('span', { class: 'soft' }, bid ? `${this.#words.bid} ${bid}` : this.#words.cards(cards)),
      make('span', { class: 'bought' }, ...bought.map((ware) => this.#card(ware, ''))),
    );
  }

  #pile(count, label) {
    return make('span', { class: 'pile', role: 'img', 'aria-label': `${label}: ${count}` }, `${count}`);
  }

  /** A card: a press on it answers a question with this key, if one is open, else shows it large. */
  #card(id, key) {
    const { name, face } = this.#properties.catalogue.find((component) => component.id === id);
    const decision = this.#properties.decisions.find(({ options }) =>
      options?.some((option) => option.key === key));
    const button = make('button', { class: decision ? 'card open' : 'card', 'data-key': key },
      face ? make('img', { src: face, alt: name }) : name);
    button.onclick = () => button.dispatchEvent(decision
      ? new CustomEvent('answer', { detail: { decision: decision.id, answer: key }, ...OUT })
      : new CustomEvent('inspect', { detail: { component: id }, ...OUT }));
    return button;
  }

  get #words() {
    return TEXTS[this.#properties.language] ?? TEXTS.en;
  }
}

/** Events leave the shadow root. */
const OUT = { bubbles: true, composed: true };

function make(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}
