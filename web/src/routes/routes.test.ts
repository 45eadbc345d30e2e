import { expect, test, vi } from 'vitest';
import type { LoadScreen } from './currentRoute.ts';
import { addressOf, paths } from './paths.ts';
import { findRoute, redirectFor, routes } from './routes.ts';
import { loadScreen, publicScreens, screenOf } from './screens.ts';
import { signedInScreens } from './signedInScreens.ts';

/** All routes that require a token: those in spec §2 and our own. */
const needToken =
  '/home /wealth /my /status/:showType /addBank /addWallet /banklist /vouchers /billDetail /statement /renew /credit /creditContract /creditWork /creditFile /creditStatus /quota /loan /loanConfirm /loanResult /repayment /refund /changePhone /changePassword /devices /passkeys /privacy /documents /reminders /complaints /case /notices';
const areOpen =
  '/login /register /forgetPassword /newDevice /serviceAgreement /provacyPolicy /verify';

test('the app has all routes in the specification, with their guards', () => {
  expect(routes.filter((route) => route.needsToken).map((route) => route.path)).toEqual(
    needToken.split(' '),
  );
  expect(routes.filter((route) => !route.needsToken).map((route) => route.path)).toEqual(
    areOpen.split(' '),
  );
  expect(
    Object.values(paths)
      .filter((path) => path !== '/')
      .sort(),
  ).toEqual(routes.map((route) => route.path).sort());
});

test('shows the tab bar and the back arrow on the routes that the specification names', () => {
  expect(routes.filter((route) => route.tab).map((route) => route.path)).toEqual([
    '/home',
    '/wealth',
    '/my',
  ]);
  expect(
    routes
      .filter((route) => route.header === 'none')
      .map((route) => route.path)
      .sort(),
  ).toEqual(['/home', '/loanResult', '/login', '/my', '/wealth']);
});

test('only the page that verifies documents has a language picker in its header', () => {
  expect(routes.filter((route) => route.hasLanguage).map((route) => route.path)).toEqual([
    '/verify',
  ]);
});

test('prerenders each public page from the file that its route loads', () => {
  for (const route of routes) {
    // The new-device step depends on the login before it, so it cannot be prerendered.
    expect(route.prerender !== null).toBe(!route.needsToken && route.path !== paths.newDevice);
    if (route.prerender)
      expect(publicScreens[route.screen].toString()).toContain(route.prerender.replace('src/', ''));
  }
});

test('redirects visitors from addresses that they may not open', () => {
  expect(redirectFor('/', false, true)).toEqual({ to: '/home' });
  expect(redirectFor('/?svm=1.2', false, true)).toEqual({ to: '/home?svm=1.2' });
  expect(redirectFor('/home', false, false)).toEqual({ to: '/login' });
  expect(redirectFor('/billDetail?id=7', false, false)).toEqual({
    to: '/login',
    returnTo: '/billDetail?id=7',
  });
  expect(redirectFor('/billDetail?id=7', false, true)).toBeNull();
  expect(redirectFor('/login', false, false)).toBeNull();
  expect(redirectFor('/login', false, true)).toBeNull();
  expect(redirectFor('/login', true, true)).toEqual({ to: '/home' });
  expect(redirectFor('/serviceAgreement', true, true)).toBeNull();
  expect(redirectFor('/nothing', false, false)).toBeNull();
});

test('builds addresses from route names', () => {
  expect(addressOf('bill', { id: 'a b', from: undefined })).toBe('/billDetail?id=a+b');
  expect(addressOf('status', { showType: 'paying', id: 3 })).toBe('/status/paying?id=3');
  expect(findRoute('/status/paying').path).toBe('/status/:showType');
  expect(findRoute('/status/paying/x').path).toBe('*');
});

test('keeps the screen that loads first if a touch and a navigation both load it', async () => {
  // This is stubbed, because the test runs without a window.
  vi.stubGlobal('addEventListener', () => {});
  const route = findRoute(paths.devices);
  const loading: ((ready: Awaited<ReturnType<LoadScreen>>) => void)[] = [];
  vi.spyOn(signedInScreens, 'devices').mockImplementation(
    () => new Promise((ready) => loading.push(ready)),
  );
  const [touch, move] = [loadScreen(paths.devices), loadScreen(paths.devices)];
  await vi.waitFor(() => expect(loading.length).toBe(2));
  const part = { default: () => null };
  loading[1]?.(part);
  await move;
  const shown = screenOf(route);
  expect(shown).toBeTypeOf('function');
  loading[0]?.(part);
  await touch;
  expect(screenOf(route)).toBe(shown);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
