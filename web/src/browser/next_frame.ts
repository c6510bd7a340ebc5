/** Runs a callback in the next frame, before that is painted; never in a page out of sight.
 *
 * Places and sizes that are read here are those of the frame's own layout. Read in the task that
 * changed the page they would lay it out there, and one long task holds up the next input. */
export function inNextFrame(callback: () => unknown): void {
  if (!document.hidden) requestAnimationFrame(callback);
}
