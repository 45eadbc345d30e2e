import type { Db } from '#/db/database.ts';
import type { Clocks } from '#/platform/clock.ts';
import type { Vapid } from '#/platform/vapid.ts';
import type { Push } from './port.ts';
import { createSandboxPush } from './sandbox.ts';
import { createPushServices } from './services.ts';

const timeoutMs = 10_000;

/**
 * Returns the configured push port. Without a key, the port does not offer notifications. Only the
 * sandbox's outbox uses the database and the clock.
 */
export function openPush(
  mode: 'services' | 'outbox',
  vapid: Vapid | null,
  db: Db,
  clocks: Pick<Clocks, 'now'>,
): Push {
  if (!vapid)
    return {
      publicKey: null,
      send: async () => ({ outcome: 'refused', reason: 'no notifications are offered' }),
    };
  return mode === 'outbox'
    ? createSandboxPush(db, clocks, vapid.publicKey)
    : createPushServices({ vapid, timeoutMs });
}
