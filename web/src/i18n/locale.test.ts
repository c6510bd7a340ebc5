import { afterEach, expect, test, vi } from 'vitest';

import { formatDate } from './dates';
import { formatList } from './format_list';
import { phrase, plural } from './message';
import { inLanguages, language, LANGUAGES, languagesIn, text } from './text';
import type { Translation } from './translation';

const GERMAN: Translation = { plural: (n) => Number(n !== 1), messages: { yes: 'Ja' } };

afterEach(() => language.choose('en'));

test('texts of another language are loaded when they are chosen, not before', async () => {
  const load = vi.fn(() => Promise.resolve(GERMAN));
  const words = inLanguages({ yes: 'Yes' }, { './texts/de.po': load });
  expect([words().yes, load.mock.calls.length]).toEqual(['Yes', 0]);
  await language.choose('de');
  expect([words().yes, load.mock.calls.length]).toEqual(['Ja', 1]);
  expect(words()).toBe(words());
  await language.choose('en');
  await language.choose('de');
  expect([words().yes, load.mock.calls.length]).toEqual(['Ja', 1]);
});

test('a translation has the shape of the English texts', async () => {
  const english = {
    title: 'Moves',
    status: { open: 'Open' },
    keys: [['Tab', 'Go on']],
    moves: plural('count', 'one move', '{count} moves'),
    by: phrase('who', 'by {who}'),
  };
  const messages = {
    title: 'Züge',
    'status.open': 'Offen',
    'keys.0.0': 'Tab',
    'keys.0.1': 'Weiter',
    moves: ['ein Zug', '{count} Züge'],
    by: 'von {who}',
  };
  const words = inLanguages(english, { de: () => Promise.resolve({ ...GERMAN, messages }) });
  await language.choose('de');
  const { title, status, keys, moves, by } = words();
  expect([title, status, keys]).toEqual(['Züge', { open: 'Offen' }, [['Tab', 'Weiter']]]);
  expect([moves(1), moves(3), by('Ada')]).toEqual(['ein Zug', '3 Züge', 'von Ada']);
});

test('texts that come later are in the chosen language', async () => {
  await language.choose('de');
  const words = inLanguages({ yes: 'Yes' }, { de: () => Promise.resolve(GERMAN) });
  expect(words().yes).toBe('Yes');
  await language.ready();
  expect(words().yes).toBe('Ja');
});

test('of two choices the last one counts, however long the first one loads', async () => {
  let arrive: (texts: Translation) => void = () => undefined;
  const slow = new Promise<Translation>((resolve) => (arrive = resolve));
  const words = inLanguages({ yes: 'Yes' }, { de: () => slow });
  const first = language.choose('de');
  await language.choose('en');
  arrive(GERMAN);
  await first;
  expect([language.current, words().yes]).toEqual(['en', 'Yes']);
});

test('where texts cannot be had the page goes on as it was', async () => {
  let fails = true;
  inLanguages(
    { yes: 'Yes' },
    {
      './de.po': () => (fails ? Promise.reject(new Error()) : Promise.resolve(GERMAN)),
    },
  );
  await language.choose('de');
  expect([language.current, text().common.close]).toEqual(['en', 'Close']);
  fails = false;
  await language.choose('de');
  expect([language.current, text().common.close]).toEqual(['de', 'Schließen']);
});

test('the page is in English as long as a game on it lacks the chosen language', async () => {
  await language.choose('de');
  const leaveOne = language.limit(['en', 'de']);
  expect(language.current).toBe('de');
  const leaveOther = language.limit(['en', 'fr']);
  expect([language.current, language.chosen, text().common.close]).toEqual(['en', 'de', 'Close']);
  expect(formatDate('2026-05-03T12:00:00Z')).toBe('May 3, 2026');
  expect(formatList(['Ann', 'Ben', 'Cid'])).toBe('Ann, Ben and Cid');
  leaveOther();
  expect([language.current, text().common.close]).toEqual(['de', 'Schließen']);
  expect(formatDate('2026-05-03T12:00:00Z')).toBe('03.05.2026');
  expect(formatList(['Ann', 'Ben', 'Cid'])).toBe('Ann, Ben und Cid');
  leaveOne();
});

test('a language chosen where it cannot be shown is shown elsewhere', async () => {
  const leave = language.limit(['en']);
  await language.choose('de');
  expect([language.current, language.chosen]).toEqual(['en', 'de']);
  leave();
  expect(language.current).toBe('de');
});

test('the languages are those of the files, each called by its own name', () => {
  expect(languagesIn({ './texts/de.po': 1, './texts/pt-BR.po': 1 })).toEqual(['en', 'de', 'pt-BR']);
  expect(LANGUAGES).toContain('de');
  expect(['en', 'de'].map(language.called)).toEqual(['English', 'Deutsch']);
  expect(language.called('fr')).toBe('Français');
});
