import { sayProblem } from '../i18n/problems';
import { asProblem } from '../api/problem';

export interface Toast {
  id: number;
  kind: 'note' | 'problem';
  text: string;
}

const TOAST_MS = 6_000;

let list = $state.raw<Toast[]>([]);
let count = 0;

export const toasts = {
  get list(): Toast[] {
    return list;
  },
  dismiss(id: number): void {
    list = list.filter((toast) => toast.id !== id);
  },
};

/** Show a toast; it disappears after a while. */
export function toast(text: string, kind: Toast['kind'] = 'note'): void {
  count += 1;
  const id = count;
  list = [...list.filter((other) => other.text !== text), { id, kind, text }].slice(-4);
  setTimeout(() => toasts.dismiss(id), TOAST_MS);
}

/** Run an action, and show a toast if it fails. */
export async function attempt<Result>(act: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await act();
  } catch (thrown) {
    toast(sayProblem(asProblem(thrown)), 'problem');
    return undefined;
  }
}
