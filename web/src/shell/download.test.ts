import { afterEach, expect, test, vi } from 'vitest';
import { downloadLink, downloadOffer } from './download.ts';

const shop = 'https://play.google.com/store/apps/details?id=ph.sandali';

test.each([
  [shop, shop],
  ['', null],
  ['http://play.google.com/store', null],
  ['https://play.google.com.evil.example/store', null],
  ['https://evil@play.google.com/store', null],
  ['https://play.google.com:8443/store', null],
  ['javascript:alert(1)', null],
])('turns the download address %o into the link %o', (downloadUrl, link) => {
  expect(downloadLink({ downloadUrl })).toBe(link);
});

afterEach(() => vi.unstubAllGlobals());

test('offers an enabled download except on /login, in the shell or once installed', () => {
  const offer = (path: string, appDownload = true) =>
    downloadOffer({ appDownload, downloadUrl: shop }, path);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  expect([offer('/home'), offer('/register'), offer('/login'), offer('/home', false)]).toEqual([
    shop,
    shop,
    null,
    null,
  ]);
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  expect(offer('/home')).toBeNull();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('window', { SandaliShell: { getConfig: () => '{}' } });
  expect(offer('/home')).toBeNull();
});
