// The configured SMS gateways.
import type { Db } from '#/db/database.ts';
import type { Clocks } from '#/platform/clock.ts';
import type { SmsConfig } from '#/platform/sms-config.ts';
import type { Sms } from './port.ts';
import { createSandboxSms } from './sandbox.ts';
import { createSemaphoreSms } from './semaphore.ts';
import { createTwilioSms } from './twilio.ts';

/** Returns the gateways in order of preference. Only the sandbox uses the database and clock. */
export function openGateways(
  { gateways, timeoutMs }: SmsConfig,
  db: Db,
  clocks: Pick<Clocks, 'now'>,
): readonly Sms[] {
  return gateways.map((gateway) => {
    if (gateway.name === 'semaphore') return createSemaphoreSms({ ...gateway, timeoutMs });
    if (gateway.name === 'twilio') return createTwilioSms({ ...gateway, timeoutMs });
    return createSandboxSms(db, clocks);
  });
}
