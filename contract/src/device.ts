// The devices on which a borrower is logged in.
import * as v from 'valibot';
import { call } from './call.ts';
import { zInstant } from './day.ts';
import { zPassword } from './password.ts';

/** What a session was opened with. `app` is our own, `facebook` the browser within that app. */
export const browsers = [
  'app',
  'chrome',
  'edge',
  'facebook',
  'firefox',
  'opera',
  'safari',
  'samsung',
  'other',
] as const;
export type Browser = (typeof browsers)[number];
/** What it runs on. */
export const systems = ['android', 'chromeos', 'ios', 'linux', 'mac', 'windows', 'other'] as const;
export type System = (typeof systems)[number];

/**
 * The devices on which I am logged in, this one first and then the last seen. Of a device only its
 * kind is stored.
 */
export const deviceList = call({
  path: '/user/device/list',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({}),
  data: v.object({
    devices: v.array(
      v.object({
        browser: v.picklist(browsers),
        system: v.picklist(systems),
        openedAt: zInstant,
        lastSeenAt: zInstant,
        isThis: v.boolean(),
      }),
    ),
  }),
  refusals: [],
});

/**
 * Ends every other session of mine, lets all other devices be new ones again, and removes my
 * passkeys. Where the last proof of who I am is more than 15 minutes old, it asks for the password
 * with `passwordNeeded`; an account without one has nothing to be asked for.
 */
export const logoutOthers = call({
  path: '/user/device/logoutOthers',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({ password: v.optional(zPassword) }),
  data: v.object({ endedCount: v.number() }),
  refusals: ['systemBusy', 'passwordNeeded', 'passwordWrong'],
});
