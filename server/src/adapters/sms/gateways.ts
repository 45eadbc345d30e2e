// The SMS gateways that this program uses, in the order in which they are tried.
import type { Read } from '#/db/database.ts';
import type { Clocks } from '#/platform/clock.ts';
import type { SmsConfig } from '#/platform/sms-config.ts';
import type { Sms } from './port.ts';
import { createSandboxSms } from './sandbox.ts';
import { createSemaphoreSms } from './semaphore.ts';
import { createTwilioSms } from './twilio.ts';

/** The configured gateways; the database and the clock are the sandbox's outbox's. */
export function openGateways(
  { gateways, timeoutMs }: SmsConfig,
  db: Read,
  clocks: Pick<Clocks, 'now'>,
): readonly Sms[] {
  return gateways.map((one) => {
    if (one.name === 'semaphore') return createSemaphoreSms({ ...one, timeoutMs });
    if (one.name === 'twilio') return createTwilioSms({ ...one, timeoutMs });
    return createSandboxSms(db, clocks);
  });
}
