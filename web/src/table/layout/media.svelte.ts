/** Whether a media query matches now; false without a screen. */
export class Media {
  matches = $state(false);

  constructor(query: string) {
    if (typeof matchMedia !== 'function') return;
    const list = matchMedia(query);
    this.matches = list.matches;
    list.addEventListener('change', ({ matches }) => (this.matches = matches));
  }
}

/** Room for cards with text in the hand, and on the board. */
export const roomyHand = new Media('(min-width: 60rem) and (min-height: 36rem)');
export const roomyBoard = new Media('(min-width: 80rem) and (min-height: 36rem)');
/** A phone, upright or held sideways. */
export const phone = new Media('(max-width: 44rem), (max-height: 30rem)');
/** The log is beside the board; in a smaller window it covers it. */
export const roomForSidePanel = new Media('(min-width: 75.0625rem)');
/** No hover: things can't be pointed at without being pressed. */
export const noHover = new Media('(hover: none)');
