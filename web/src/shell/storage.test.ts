// Tests the data that the shell stores on the device, under the keys in the specification (spec §1
// to §4).
import { centavos } from '@sandali/contract/money.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginSession, endSession } from '#/client/session.ts';
import { readTriedLoan, storeTriedLoan } from '#/client/triedLoan.ts';
import { chooseLocale } from '#/i18n/loadCatalogs.ts';
import { currentLocale, getText, preferredLocale } from '#/i18n/text.ts';
import { keepShellVersion } from '#/program.tsx';
import { setCounts } from './badge.ts';

/** Creates a stand-in for a browser's storage. */
function storage() {
  const stored = new Map<string, string>();
  return {
    stored,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  };
}

let local = storage();
let session = storage();
beforeEach(() => {
  [local, session] = [storage(), storage()];
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('sessionStorage', session);
});
afterEach(() => vi.unstubAllGlobals());

test('an expired session clears Token, tokenFlag and userGid, but nothing about the device', () => {
  local.setItem('locale', 'fil');
  beginSession({ token: 'one', userGid: 'a' });
  expect([
    local.stored.get('Token'),
    local.stored.get('tokenFlag'),
    local.stored.get('userGid'),
  ]).toEqual(['one', '1', 'a']);
  endSession('refused', 'one');
  expect([...local.stored]).toEqual([['locale', 'fil']]);
});

test('the loan tried before a login is stored until the session ends', () => {
  const tried = { amountCentavos: centavos(7_000_000), termDays: 15 };
  storeTriedLoan(tried);
  beginSession({ token: 'one', userGid: 'a' });
  expect(readTriedLoan()).toEqual(tried);
  endSession('loggedOut');
  expect(readTriedLoan()).toBeNull();
  local.setItem('triedLoan', '{"amountCentavos":"much","termDays":15}');
  expect(readTriedLoan()).toBeNull();
});

test('the number of unused coupons is stored in unUseNumber for the session', () => {
  setCounts({ unusedVouchers: 3, dueSoon: 1, overdue: 1 });
  expect([...session.stored]).toEqual([
    ['unUseNumber', '3'],
    ['dueNumber', '2'],
  ]);
  setCounts({ unusedVouchers: 0, dueSoon: 0, overdue: 0 });
  expect(session.stored.size).toBe(0);
  setCounts({ unusedVouchers: 2, dueSoon: 0, overdue: 0 });
  endSession('loggedOut');
  expect(session.stored.size).toBe(0);
});

test('only a valid svm in the address of the home route is stored as the version', () => {
  keepShellVersion({ path: '/my', search: '?svm=2.1.0' });
  keepShellVersion({ path: '/home', search: '?svm=<b>' });
  expect(local.stored.size).toBe(0);
  keepShellVersion({ path: '/home', search: '?svm=2.1.0' });
  expect([...local.stored]).toEqual([['version', '2.1.0']]);
  keepShellVersion({ path: '/', search: '?a=1&svm=2.2.0' });
  expect([...local.stored]).toEqual([['version', '2.2.0']]);
});

test('the chosen language is stored as locale and Local, and used at the next start', async () => {
  const page = { documentElement: { lang: 'en' }, cookie: '' };
  vi.stubGlobal('document', page);
  expect([preferredLocale(), getText('account.login.submit')]).toEqual(['en', 'Log in']);
  for (const [locale, words] of [
    ['fil', 'Mag-log in'],
    ['vi', 'Đăng nhập'],
    ['zh', '登录'],
  ] as const) {
    await chooseLocale(locale);
    expect([currentLocale(), getText('account.login.submit')]).toEqual([locale, words]);
    expect([...local.stored]).toEqual([
      ['locale', locale],
      ['Local', locale],
    ]);
    expect([page.documentElement.lang, page.cookie.split(';')[0]]).toEqual([
      locale,
      `locale=${locale}`,
    ]);
    expect(preferredLocale()).toBe(locale);
  }
});
