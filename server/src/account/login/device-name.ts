// Names a device from its User-Agent so that borrowers recognise it. No decision depends on the
// name, because a client can send any text.
import type { Browser, System } from '@sandali/contract/device.ts';

/** The first match is used. Most browsers also send the names of browsers that they imitate. */
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

/** Returns the browser and system in a `User-Agent`; in our own app the browser is `app`. */
export function deviceNameOf(
  userAgent: string,
  terminal: 'web' | 'native',
): { browser: Browser; system: System } {
  const system = systemMarks.find(([, mark]) => mark.test(userAgent))?.[0] ?? 'other';
  if (terminal === 'native') return { browser: 'app', system };
  return { browser: browserMarks.find(([, mark]) => mark.test(userAgent))?.[0] ?? 'other', system };
}
