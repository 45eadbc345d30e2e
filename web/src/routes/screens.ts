// Loads the screens of the routes and caches them.
import type { ComponentType } from 'react';
import { loadChunk } from '#/client/chunk.ts';
import { loadCatalogs } from '#/i18n/loadCatalogs.ts';
import type { LoadScreen, ScreenProps } from './currentRoute.ts';
import { findRoute, type PublicScreen, type Route } from './routes.ts';

export const publicScreens: Readonly<Record<PublicScreen, LoadScreen>> = {
  login: () => import('#/screens/account/Login.tsx'),
  register: () => import('#/screens/account/Register.tsx'),
  forgotPassword: () => import('#/screens/account/ForgotPassword.tsx'),
  newDevice: () => import('#/screens/account/NewDevice.tsx'),
  serviceAgreement: () => import('#/screens/legal/ServiceAgreement.tsx'),
  privacyPolicy: () => import('#/screens/legal/PrivacyPolicy.tsx'),
  verify: () => import('#/screens/documents/Verify.tsx'),
  notFound: () => import('#/shell/NotFound.tsx'),
};

/**
 * Loads a route's screen. The loaders behind the login are in a separate file, so that public pages
 * do not contain the chunk names of all screens.
 */
export async function importScreen(route: Route) {
  if (!route.needsToken) return publicScreens[route.screen]();
  const { signedInScreens } = await import('./signedInScreens.ts');
  return signedInScreens[route.screen]();
}

const loadedScreens = new Map<Route, ComponentType<ScreenProps>>();
const failures = new Set<Route>();

/**
 * Loads everything a path's screen needs. Never rejects: if the script fails, the shell shows a
 * page that offers to reload.
 */
export async function loadScreen(path: string): Promise<void> {
  const route = findRoute(path);
  const isLoaded = loadedScreens.has(route);
  try {
    const [loaded, offline] = await Promise.all([
      isLoaded ? null : loadChunk(() => importScreen(route)),
      isLoaded || !route.needsToken
        ? null
        : loadChunk(() => import('#/screens/offline/withOffline.tsx')),
      loadChunk(() => loadCatalogs(route.catalogs)),
    ]);
    // A touch and the navigation after it may both load the screen. Keep the screen that loaded
    // first, because replacing it would lose typed input.
    if (loaded && !loadedScreens.has(route))
      loadedScreens.set(route, offline ? offline.withOffline(loaded.default) : loaded.default);
    failures.delete(route);
  } catch {
    failures.add(route);
  }
}

/** Returns the route's screen, or null until it is loaded. */
export function screenOf(route: Route): ComponentType<ScreenProps> | null {
  return loadedScreens.get(route) ?? null;
}

/** Whether the route's script or texts failed to load. */
export function hasLoadFailed(route: Route): boolean {
  return failures.has(route);
}
