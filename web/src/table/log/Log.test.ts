import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { StillEmpyrean } from '../../../tests/games/battle_for_empyrean/fixture';
import { Desk, deskContext } from '../desk/desk.svelte';
import LogPanel from './LogPanel.svelte';

/** What jsdom lacks: it lays nothing out. */
let resized: () => void;

beforeEach(() => {
  class Observer {
    constructor(changed: () => void) {
      resized = changed;
    }
    observe(): void {}
    disconnect(): void {}
  }
  vi.stubGlobal('ResizeObserver', Observer);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A log 300 pixels high; the height of its lines, and how far they are scrolled, can be set. */
function log() {
  const desk = new Desk(new StillEmpyrean('command'), () => new Map());
  render(LogPanel, { context: deskContext(desk) });
  const list = screen.getByRole('region');
  const lines = (height: number) =>
    Object.defineProperty(list, 'scrollHeight', { configurable: true, value: height });
  Object.defineProperty(list, 'clientHeight', { value: 300 });
  const drawn = (height: number) => {
    lines(height);
    resized();
  };
  const scrolled = async (top: number) => {
    list.scrollTop = top;
    await fireEvent.scroll(list);
  };
  return { list, lines, drawn, scrolled };
}

test('the newest line stays in sight when older ones fold while more come', async () => {
  const { list, lines, drawn, scrolled } = log();
  drawn(1000);
  await scrolled(700);
  drawn(800);
  lines(900);
  await scrolled(500);
  drawn(900);
  expect(list.scrollTop).toBe(900);
});

test('a reader who scrolls up stays there while more lines come', async () => {
  const { list, drawn, scrolled } = log();
  drawn(1000);
  await scrolled(700);
  await scrolled(400);
  drawn(1100);
  expect(list.scrollTop).toBe(400);
  await scrolled(790);
  drawn(1200);
  expect(list.scrollTop).toBe(1200);
});
