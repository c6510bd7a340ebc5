/**
 * Where this site lies: at the root of its host, or below a path that the server names in the head
 * (`PUBLIC_URL=https://example.org/tables`, decision 0061). All other modules write paths as if it
 * were the root, and make addresses of them here.
 */

/** A path of this site, from its root: `/games`. */
export type Path = `/${string}`;

const META = document.querySelector<HTMLMetaElement>('meta[name="base-path"]');
const BASE = META?.content ?? '';

/** The name by which this site keeps things in a browser: other sites may share the host. */
export const NAMESPACE = `conclave${BASE}`;

/** The address of the API. */
export const API = resolve('/api/v1');

/** The address of a path, for links and requests. */
export function resolve(path: Path): string {
  return BASE + path;
}

/** An address with the host, for use outside of the page. */
export function absoluteAddress(address: string): string {
  return location.origin + address;
}

/** The path that an address on this host leads to; undefined outside of this site. */
export function pathOf(address: string): Path | undefined {
  if (address === BASE) return '/';
  return address.startsWith(`${BASE}/`) ? (address.slice(BASE.length) as Path) : undefined;
}
