/** The worker's script lies at the root of the site, which may be below a path of its host. */

declare const self: ServiceWorkerGlobalScope;

const BASE = new URL('.', self.location.href).pathname.slice(0, -1);

export const API = resolve('/api/v1');
/** The name of what this site keeps; other sites may share the host. */
export const NAMESPACE = `conclave${BASE}`;

/** The address of a path of the site. */
export function resolve(path: string): string {
  return BASE + path;
}
