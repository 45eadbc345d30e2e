import { afterEach, expect, test, vi } from 'vitest';
import { downloadLink, downloadOffer } from './download.ts';
import { isOlder } from './version.ts';

test.each([
  ['1.0.0', '0', false],
  ['1.0.0', '1', false],
  ['1.0', '1.0.1', true],
  ['1.9.3', '1.10', true],
  ['2', '1.99.99', false],
  ['0.5', '0.9', true],
  ['1.2-beta', '1.2', false],
  ['dev', '9', false],
])('version %s against the least %s', (version, least, isTooOld) => {
  expect(isOlder(version, least)).toBe(isTooOld);
});

const shop = 'https://play.google.com/store/apps/details?id=ph.sandali';

test.each([
  [shop, shop],
  ['', null],
  ['http://play.google.com/store', null],
  ['https://play.google.com.evil.example/store', null],
  ['https://evil@play.google.com/store', null],
  ['https://play.google.com:8443/store', null],
  ['javascript:alert(1)', null],
])('the download address %o leads to %o', (downloadUrl, link) => {
  expect(downloadLink({ downloadUrl })).toBe(link);
});

afterEach(() => vi.unstubAllGlobals());

test('the button is offered by the flag, not on /login, not in the shell, not when installed', () => {
  const offer = (path: string, appDownload = true) => downloadOffer({ appDownload, downloadUrl: shop }, path);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  expect([offer('/home'), offer('/register'), offer('/login'), offer('/home', false)]).toEqual([shop, shop, null, null]);
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  expect(offer('/home')).toBeNull();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('window', { SandaliShell: { getConfig: () => '{}' } });
  expect(offer('/home')).toBeNull();
});
