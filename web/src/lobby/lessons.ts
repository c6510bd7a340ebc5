import { matchesApi } from '../api/matches';
import type { Lesson } from '../api/types';
import type { Path } from '../browser/paths';
import { navigate } from '../browser/router.svelte';
import { session } from '../session/store.svelte';

/** Starts a lesson; one that follows another takes its place in the history. */
export async function startLesson(game: string, lesson: string, replace = false): Promise<void> {
  await session.ensureGuest();
  const { id } = await matchesApi.startLesson(game, lesson);
  navigate(`/m/${id}`, { replace });
}

/** The path of a game with its lessons. */
export function lessonsPath(game: string): Path {
  return `/games/${game}?part=lessons`;
}

/** The first lesson after this one that is not done, from the start again at the end. */
export function nextUndoneLesson(lessons: Lesson[], id: string): Lesson | undefined {
  const place = lessons.findIndex((lesson) => lesson.id === id);
  const others = [...lessons.slice(place + 1), ...lessons.slice(0, Math.max(place, 0))];
  return others.find(({ done }) => !done);
}
