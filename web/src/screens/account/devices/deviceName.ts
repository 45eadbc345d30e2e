import type { Browser, System } from '@sandali/contract/device.ts';
import { useText } from '#/i18n/text.ts';

/** Browser names that are the same in every language. */
const browsers: Record<Exclude<Browser, 'other'>, string> = {
  app: 'Sandali',
  chrome: 'Chrome',
  edge: 'Edge',
  facebook: 'Facebook',
  firefox: 'Firefox',
  opera: 'Opera',
  safari: 'Safari',
  samsung: 'Samsung Internet',
};
const systems: Record<Exclude<System, 'other'>, string> = {
  android: 'Android',
  chromeos: 'ChromeOS',
  ios: 'iOS',
  linux: 'Linux',
  mac: 'macOS',
  windows: 'Windows',
};

/** Returns a device's name from its known parts, for example "Chrome on Android". */
export function useDeviceName({ browser, system }: { browser: Browser; system: System }): string {
  const text = useText();
  if (browser === 'other')
    return system === 'other'
      ? text('devices.unknown')
      : text('devices.browserOn', { system: systems[system] });
  return system === 'other'
    ? browsers[browser]
    : text('devices.name', { browser: browsers[browser], system: systems[system] });
}
