import { at, query, request } from './http';
import type { Instance, InstancePage, SitePageName } from './types';

/** Instance endpoints: the server itself. */
export const instanceApi = {
  instance: () => request<Instance>('GET', '/instance'),
  page: (name: SitePageName, lang: string) =>
    request<InstancePage>('GET', `${at('instance', 'pages', name)}${query({ lang })}`),
};
