import { text } from './text';

/** Title and picture of the browser's tab: where we are, and whether somebody waits for us. */
export function showAttention(title: string, myTurn: boolean): void {
  const whole = title ? `${title} · Conclave` : 'Conclave';
  document.title = myTurn ? text().header.titleYourTurn(whole) : whole;
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) icon.href = myTurn ? '/icon-turn.svg' : '/icon.svg';
}

interface Notice {
  title: string;
  myTurn: boolean;
}

let notice = $state.raw<Notice>({ title: '', myTurn: false });

export const attention = {
  get title(): string {
    return notice.title;
  },
  get myTurn(): boolean {
    return notice.myTurn;
  },
  /** Each page says what it is called; a match also whether its viewer must act. */
  show(title: string, myTurn = false): void {
    notice = { title, myTurn };
  },
};
