// The kind of device that logs in, by its User-Agent. It helps borrowers recognise their devices;
// nothing is allowed or refused by it, since a client may say what it likes. Pure.
import type { Browser, System } from '@sandali/contract/device.ts';

/**
 * The first match is used: most browsers also send the names of those that they want to be treated
 * like.
 */
const browserMarks: readonly (readonly [Browser, RegExp])[] = [
  ['facebook', /\bFB(AN|AV|_IAB)\b|\bMessenger/],
  ['edge', /\bEdg(A|iOS)?\//],
  ['opera', /\b(OPR|OPT|OPX|Opera)\b/],
  ['samsung', /\bSamsungBrowser\//],
  ['firefox', /\b(Firefox|FxiOS)\//],
  [
    'other',
    /\b(UCBrowser|UBrowser|MiuiBrowser|HuaweiBrowser|VivoBrowser|HeyTapBrowser|YaBrowser|DuckDuckGo|Headless\w*)\//,
  ],
  ['chrome', /\b(Chrome|CriOS)\//],
  ['safari', /\bVersion\/[\d.]+.*\bSafari\//],
];

const systemMarks: readonly (readonly [System, RegExp])[] = [
  ['android', /\bAndroid\b/],
  ['ios', /\b(iPhone|iPad|iPod)\b/],
  ['windows', /\bWindows\b/],
  ['chromeos', /\bCrOS\b/],
  ['mac', /\b(Macintosh|Mac OS X)\b/],
  ['linux', /\bLinux\b/],
];

/** Names a device by its `User-Agent`; in our own app the browser is `app`. */
export function deviceNameOf(
  userAgent: string,
  terminal: 'web' | 'native',
): { browser: Browser; system: System } {
  const system = systemMarks.find(([, mark]) => mark.test(userAgent))?.[0] ?? 'other';
  if (terminal === 'native') return { browser: 'app', system };
  return { browser: browserMarks.find(([, mark]) => mark.test(userAgent))?.[0] ?? 'other', system };
}
