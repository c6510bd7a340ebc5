/** The glossary for the card texts of a part of the page. */

import { getContext, setContext } from 'svelte';

import type { Glossary } from './glossary';

type GetGlossary = () => Glossary | undefined;

const GLOSSARY = Symbol('glossary');

/** Marks and explains terms in all card texts below the component that calls it. */
export function setGlossary(getGlossary: GetGlossary): void {
  setContext(GLOSSARY, getGlossary);
}

/** The glossary for the texts here; undefined where terms are not marked. */
export function useGlossary(): GetGlossary {
  return getContext<GetGlossary | undefined>(GLOSSARY) ?? (() => undefined);
}
