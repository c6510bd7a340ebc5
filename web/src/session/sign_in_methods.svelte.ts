import { accountsApi } from '../api/accounts';
import type { SignInIdentity, SignInMethods } from '../api/types';
import type { Path } from '../browser/paths';
import { instance } from './instance.svelte';
import { session } from './store.svelte';

let methods = $state.raw<SignInMethods>();

/** Sign-in methods: how the account's owner signs in, and confirms that it is them. */
export const signInMethods = {
  /** Whether the account has a password. Without providers every one has that can be signed in to. */
  get hasPassword(): boolean {
    return session.hasOwner && (methods?.password ?? true);
  },
  get identities(): SignInIdentity[] {
    return methods?.identities ?? [];
  },
  /** Whether a provider has just confirmed this session. */
  get isConfirmed(): boolean {
    return methods?.confirmed_until !== undefined;
  },
  /** Whether it takes a provider to confirm that it is the owner. */
  get needsProvider(): boolean {
    return session.hasOwner && !signInMethods.hasPassword && !signInMethods.isConfirmed;
  },

  /** Throws a `Problem`. */
  async load(): Promise<void> {
    const isNeeded = instance.providers.length > 0 && session.hasOwner;
    methods = isNeeded ? await accountsApi.signInMethods() : undefined;
  },

  /** Leave for the provider, to link it. Throws a `Problem`. */
  async link(provider: string, password?: string): Promise<void> {
    location.assign((await accountsApi.linkProvider(provider, password)).location);
  },

  /** Leave for the provider, to confirm that it is the owner. Throws a `Problem`. */
  async confirm(provider: string, next: Path): Promise<void> {
    location.assign((await accountsApi.confirm(provider, next)).location);
  },

  /** Throws a `Problem`. */
  async unlink({ id }: SignInIdentity): Promise<void> {
    await accountsApi.unlinkProvider(id);
    await signInMethods.load();
  },
};
