import { expect, test } from 'vitest';
import { deviceNameOf } from './device-name.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const android = 'Mozilla/5.0 (Linux; Android 14; SM-A155F)';
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';

test.each([
  [`${android} ${webkit} Chrome/139.0.0.0 Mobile Safari/537.36`, 'chrome', 'android'],
  [
    `${android} ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'samsung',
    'android',
  ],
  [`${android} ${webkit} Chrome/139.0.0.0 Mobile Safari/537.36 OPR/90.0`, 'opera', 'android'],
  [
    `${android} ${webkit} Version/4.0 Chrome/139.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/520.0.0;]`,
    'facebook',
    'android',
  ],
  [
    `${android} ${webkit} Chrome/120.0.0.0 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.5`,
    'other',
    'android',
  ],
  ['Mozilla/5.0 (Android 14; Mobile; rv:141.0) Gecko/141.0 Firefox/141.0', 'firefox', 'android'],
  [`${iPhone} Version/18.5 Mobile/15E148 Safari/604.1`, 'safari', 'ios'],
  [`${iPhone} CriOS/139.0.0.0 Mobile/15E148 Safari/604.1`, 'chrome', 'ios'],
  [`${windows} ${webkit} Chrome/139.0.0.0 Safari/537.36 Edg/139.0.0.0`, 'edge', 'windows'],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/139.0.0.0 Safari/537.36`,
    'chrome',
    'chromeos',
  ],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/139.0.0.0 Safari/537.36`, 'chrome', 'linux'],
  ['curl/8.9.1', 'other', 'other'],
  ['', 'other', 'other'],
])('the User-Agent %j names the browser %s on %s', (userAgent, browser, system) => {
  expect(deviceNameOf(userAgent, 'web')).toEqual({ browser, system });
});

test('names the native app’s browser “app”, whatever web view it uses', () => {
  expect(
    deviceNameOf(
      `${android} ${webkit} Version/4.0 Chrome/139.0.0.0 Mobile Safari/537.36; wv`,
      'native',
    ),
  ).toEqual({
    browser: 'app',
    system: 'android',
  });
});
