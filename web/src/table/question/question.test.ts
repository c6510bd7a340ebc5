import { fireEvent, screen } from '@testing-library/svelte';
import { expect, test, vi } from 'vitest';

import type { Answer, Decision } from '../../api/types';
import { Move } from '../desk/move.svelte';
import { askAtDesk } from '../../../tests/table';
import { fillMix } from './fill_mix';
import { QUESTION_COMPONENTS } from './question_components';

const common = {
  id: '1.0',
  seat: 0,
  prompt: { key: 'unknown.prompt', args: {}, text: 'An unknown question' },
  optional: false,
  undo: false,
};

const choice = (more: object = {}): Decision => ({
  ...common,
  kind: 'choose',
  options: ['a', 'b', 'c'].map((key) => ({ key, text: `Option ${key}` })),
  min: 1,
  max: 1,
  ...more,
});

function ask(decision: Decision) {
  const onanswer = vi.fn<(answer: Answer) => void>();
  const move = new Move(decision);
  return { onanswer, move, ...askAtDesk({ decision, move, onanswer }) };
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

test('the registry has a component for every kind of question', () => {
  expect(Object.keys(QUESTION_COMPONENTS).sort()).toEqual(['amount', 'choose', 'mix', 'order']);
});

test('one of several options is answered with its key, at one press', async () => {
  const { onanswer } = ask(choice());
  await press(/Option b/);
  expect(onanswer).toHaveBeenCalledWith('b');
});

test('several options are answered with a list, only when there are enough', async () => {
  const { onanswer } = ask(choice({ min: 2, max: 2 }));
  await press(/Option c/);
  expect(screen.getByRole('button', { name: /Confirm/ })).toHaveProperty('disabled', true);
  await press(/Option a/);
  await press(/Confirm/);
  expect(onanswer).toHaveBeenCalledWith(['c', 'a']);
});

test.each([[[]], ['b']])('at most one may be none, whatever the default is: %j', async (given) => {
  const { onanswer } = ask(choice({ min: 0, max: 1, default: given }));
  await press(/None of these/);
  await press(/Option b/);
  expect(onanswer.mock.calls).toEqual([[[]], ['b']]);
});

test('more cannot be picked than allowed', async () => {
  const { move } = ask(choice({ min: 1, max: 2 }));
  for (const key of ['a', 'b', 'c']) await press(new RegExp(`Option ${key}`));
  expect(move.picked).toEqual(['a', 'b']);
});

test('an amount stays within its limits', async () => {
  const { onanswer } = ask({ ...common, kind: 'amount', min: 2, max: 4 });
  const stepper = screen.getByRole('spinbutton');
  await fireEvent.keyDown(stepper, { key: 'ArrowUp' });
  await fireEvent.keyDown(stepper, { key: 'PageUp' });
  await press(/Confirm/);
  expect(onanswer).toHaveBeenCalledWith(4);
});

test('a mix names only what it holds, and no more than the most', async () => {
  const { onanswer } = ask({
    ...common,
    kind: 'mix',
    limits: { elan: 3, life: 2 },
    min: 2,
    max: 3,
  });
  const [elan, life] = screen.getAllByRole('spinbutton');
  if (!elan || !life) throw new Error('two kinds were asked for');
  expect(screen.getByRole('button', { name: /Confirm/ })).toHaveProperty('disabled', true);
  await fireEvent.keyDown(elan, { key: 'End' });
  await fireEvent.keyDown(life, { key: 'End' });
  await press(/Confirm/);
  expect(onanswer).toHaveBeenCalledWith({ elan: 3 });
});

test('a mix fills up from the kind of which there is most', () => {
  const decision = {
    ...common,
    kind: 'mix',
    limits: { elan: 1, death: 6 },
    min: 0,
    max: 5,
  } as const;
  expect(fillMix(decision, { elan: 1 })).toEqual({ elan: 1, death: 4 });
});

test('an order is answered with all keys as they stand', async () => {
  const options = ['x', 'y', 'z'].map((key) => ({ key, text: key }));
  const { onanswer } = ask({ ...common, kind: 'order', options });
  await press('Move z up');
  await fireEvent.keyDown(screen.getByRole('button', { name: 'Move x down' }), { key: 'End' });
  await press(/Confirm/);
  expect(onanswer).toHaveBeenCalledWith(['z', 'y', 'x']);
});

test('many options that glow on the board are listed only on demand', async () => {
  const options = 'abcdef'
    .split('')
    .map((key) => ({ key, text: `Option ${key}`, targets: [`card:${key}`] }));
  ask(choice({ options: [...options, { key: 'pass', text: 'Pass' }] }));
  expect(screen.queryByRole('button', { name: /Option a/ })).toBeNull();
  screen.getByRole('button', { name: /Pass/ });
  await press(/6 more answers/);
  screen.getByRole('button', { name: /Option a/ });
});

test('what gives something up asks first; a pass stands in front and has no number', async () => {
  const options = [
    { key: 'place', text: 'Place Hawk' },
    { key: 'pass', text: 'Pass', kind: 'pass' },
    { key: 'use', text: 'Use Prism for no effect', kind: 'waste' },
  ];
  const { onanswer, container } = ask(choice({ options }));
  const shortcuts = [...container.querySelectorAll<HTMLElement>('[data-shortcut]')];
  expect(shortcuts.map((button) => button.dataset.shortcut)).toEqual(['p', '1', '2']);
  await press(/Pass/);
  expect(onanswer).not.toHaveBeenCalled();
  screen.getByText('You could still do more. Stop here?');
  expect(screen.queryByText('Place Hawk')).toBeNull();
  await press('Back');
  screen.getByText('Place Hawk');
  await press(/no effect/);
  expect(onanswer).not.toHaveBeenCalled();
  await press(/no effect/);
  expect(onanswer).toHaveBeenCalledWith('use');
});

test('to straighten nothing is asked for first; a card is straightened at one press', async () => {
  const options = [
    { key: 'card:hawk', text: 'Hawk', targets: ['card:hawk'] },
    { key: 'nothing', text: 'Straighten nothing', kind: 'waste' },
  ];
  const { onanswer } = ask(choice({ options, default: 'card:hawk' }));
  await press(/Straighten nothing/);
  expect(onanswer).not.toHaveBeenCalled();
  screen.getByText('This has no effect now. Continue?');
  await press('Back');
  expect(screen.queryByText('This has no effect now. Continue?')).toBeNull();
  await press(/Hawk/);
  expect(onanswer).toHaveBeenCalledWith('card:hawk');
  await press(/Straighten nothing/);
  await press(/Straighten nothing/);
  expect(onanswer).toHaveBeenLastCalledWith('nothing');
});

test('the only answer there is does not ask, but an optional one does', async () => {
  const options = [{ key: 'discard:hawk', text: 'Hawk', kind: 'discard' }];
  const forced = ask(choice({ options }));
  await press(/Hawk/);
  expect(forced.onanswer).toHaveBeenCalledWith('discard:hawk');
  forced.unmount();
  const free = ask(choice({ options, optional: true }));
  await press(/Hawk/);
  expect(free.onanswer).not.toHaveBeenCalled();
});

test('a pass that is the only answer, or lets an opportunity go, does not ask', async () => {
  const pass = { key: 'pass', text: 'Pass', kind: 'pass' };
  const only = ask(choice({ options: [pass] }));
  await press(/Pass/);
  expect(only.onanswer).toHaveBeenCalledWith('pass');
  only.unmount();
  const options = [
    { key: 'instant', text: 'Instant' },
    { ...pass, kind: 'decline' },
  ];
  const window = ask(choice({ options }));
  await press(/Pass/);
  expect(window.onanswer).toHaveBeenCalledWith('pass');
});
