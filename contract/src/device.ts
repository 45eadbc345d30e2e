// The devices on which a borrower is logged in.
import * as v from 'valibot';
import { call } from './call.ts';
import { zInstant } from './day.ts';
import { zPassword } from './password.ts';

/** A session's browser. `app` is our native app, `facebook` the browser inside the Facebook app. */
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
/** The operating system of a session's device. */
export const systems = ['android', 'chromeos', 'ios', 'linux', 'mac', 'windows', 'other'] as const;
export type System = (typeof systems)[number];

/**
 * The borrower's devices: this device first, then the most recently used. Only the kind of device
 * is stored.
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
 * Ends all other sessions, treats their devices as new again, and removes all passkeys. If the last
 * proof of identity is over 15 minutes old, the call requires the password (`passwordNeeded`),
 * unless the account has none.
 */
export const logoutOthers = call({
  path: '/user/device/logoutOthers',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({ password: v.optional(zPassword) }),
  data: v.object({ endedCount: v.number() }),
  refusals: ['systemBusy', 'passwordNeeded', 'passwordWrong'],
});
