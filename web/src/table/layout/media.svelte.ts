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

/** A phone, upright or held sideways. */
export const phone = new Media('(max-width: 44rem), (max-height: 30rem)');
/** No hover: things can't be pointed at without being pressed. */
export const noHover = new Media('(hover: none)');
