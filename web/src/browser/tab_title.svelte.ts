import { resolve } from './paths';

/** Title and icon of the browser tab: the current page, and whether it is the player's turn. */
export function showTabTitle(title: string, myTurn: boolean): void {
  document.title = title;
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) icon.href = resolve(myTurn ? '/icon-turn.svg' : '/icon.svg');
}

interface TabState {
  title: string;
  myTurn: boolean;
  atTable: boolean;
}

let tabState = $state.raw<TabState>({ title: '', myTurn: false, atTable: false });

export const tabTitle = {
  get title(): string {
    return tabState.title;
  },
  get myTurn(): boolean {
    return tabState.myTurn;
  },
  /** The table takes the whole window: its own bar leads back. */
  get atTable(): boolean {
    return tabState.atTable;
  },
  /** Each page sets its title. */
  show(title: string): void {
    tabState = { title, myTurn: false, atTable: false };
  },
  /** A running match also says whether its viewer must act. */
  showTable(title: string, myTurn: boolean): void {
    tabState = { title, myTurn, atTable: true };
  },
};
