/** Whether a media query holds now; false where there is no screen to ask. */
export class Media {
  holds = $state(false);

  constructor(query: string) {
    if (typeof matchMedia !== 'function') return;
    const list = matchMedia(query);
    this.holds = list.matches;
    list.addEventListener('change', ({ matches }) => (this.holds = matches));
  }
}

/** Room for cards with their text in the hand, and on one's own part of the board. */
export const roomyHand = new Media('(min-width: 60rem) and (min-height: 36rem)');
export const roomyBoard = new Media('(min-width: 80rem) and (min-height: 62rem)');
/** The log stands beside the board; in a smaller window it lies upon it. */
export const roomBeside = new Media('(min-width: 75.0625rem)');
/** Nothing can be pointed at without being pressed. */
export const fingers = new Media('(hover: none)');
