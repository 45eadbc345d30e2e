import { isLoggedIn } from '#/client/session.ts';
import { splitAddress } from './history.ts';
import type { Redirect } from './navigation.ts';
import { paths } from './paths.ts';
import { findRoute } from './routes.tsx';

/**
 * Where a visitor who may not be at an address belongs, or null: / is /home; without a token /login, remembering the way back; and somebody
 * logged in who steps back in history to the login or sign-up goes home.
 */
export function redirectFor(address: string, isByHistory: boolean, hasToken: boolean = isLoggedIn()): Redirect | null {
  const { path, search } = splitAddress(address);
  if (path === paths.start) return { to: paths.home + search };
  const route = findRoute(path);
  if (route.needsToken && !hasToken) return { to: paths.login, ...(path === paths.home ? {} : { returnTo: address }) };
  if (route.isForGuests && hasToken && isByHistory) return { to: paths.home };
  return null;
}
