// By what notifications go out.
import type { Read } from '#/db/database.ts';
import type { Clocks } from '#/platform/clock.ts';
import type { Vapid } from '#/platform/vapid.ts';
import type { Push } from './port.ts';
import { createSandboxPush } from './sandbox.ts';
import { createPushServices } from './services.ts';

const timeoutMs = 10_000;

/**
 * The push port as configured; without a key it offers nothing. The database and the clock are the
 * sandbox's outbox's.
 */
export function openPush(
  way: 'services' | 'outbox',
  vapid: Vapid | null,
  db: Read,
  clocks: Pick<Clocks, 'now'>,
): Push {
  if (!vapid)
    return {
      publicKey: null,
      send: async () => ({ outcome: 'refused', why: 'no notifications are offered' }),
    };
  return way === 'outbox'
    ? createSandboxPush(db, clocks, vapid.publicKey)
    : createPushServices({ vapid, timeoutMs });
}
