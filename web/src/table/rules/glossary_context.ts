/** The glossary for the card texts of a part of the page. */

import { getContext, setContext } from 'svelte';

import type { Glossary } from './glossary';

type Reading = () => Glossary | undefined;

const GLOSSARY = Symbol('glossary');

/** Marks and explains terms in all card texts below the component that calls it. */
export function setGlossary(reading: Reading): void {
  setContext(GLOSSARY, reading);
}

/** The glossary for the texts here; undefined where terms are not marked. */
export function useGlossary(): Reading {
  return getContext<Reading | undefined>(GLOSSARY) ?? (() => undefined);
}
