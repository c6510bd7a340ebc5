import type { MyPools, Page, Pool, ReadyCheck } from './types';
import { at, request } from './http';

/** Pools in which opponents are found. */
export const poolsApi = {
  pools: () => request<Page<Pool>>('GET', '/pools'),
  mine: () => request<MyPools>('GET', '/me/pools'),
  join: (pool: string) => request<MyPools>('PUT', at('me', 'pools', pool)),
  leave: (pool: string) => request<void>('DELETE', at('me', 'pools', pool)),
  answer: (check: string, accept: boolean) =>
    request<ReadyCheck>('POST', at('me', 'ready-checks', check), { accept }),
};
