// The configuration for the SMS gateways. Messages never repeat a credential, not even an invalid
// one.
import { allOrRefuse, CannotStart } from './cannot-start.ts';
import type { Environment } from './environment.ts';

type SmsGateway =
  | { name: 'sandbox' }
  | { name: 'semaphore'; baseUrl: string; apiKey: string; sender: string }
  | {
      name: 'twilio';
      baseUrl: string;
      accountSid: string;
      user: string;
      secret: string;
      from: string;
    };

/**
 * The gateways in the order in which they are tried, and the timeout of each attempt in ms of wall
 * time.
 */
export type SmsConfig = { gateways: readonly SmsGateway[]; timeoutMs: number };

/**
 * Returns the gateways in SMS_GATEWAYS with their credentials. Without that variable, the sandbox
 * uses its outbox.
 * @throws CannotStart with sentences that say what to change
 */
export function smsOf(read: Environment): SmsConfig {
  const names = read.SMS_GATEWAYS?.split(',') ?? [];
  const gateways: SmsGateway[] = Object.values(
    allOrRefuse(
      Object.fromEntries(
        names.map((name) => [
          name,
          () => (name === 'semaphore' ? semaphoreOf(read) : twilioOf(read)),
        ]),
      ),
    ),
  );
  refuseContradictions(gateways, read);
  if (gateways.length === 0) gateways.push({ name: 'sandbox' });
  return { gateways, timeoutMs: read.SMS_TIMEOUT_MS };
}

/**
 * @throws CannotStart if production has no gateway, or if the sandbox's seeded borrowers could not
 * read their codes.
 */
function refuseContradictions(
  gateways: readonly SmsGateway[],
  { SANDBOX: isSandbox, SANDBOX_SEEDS: withSeeds }: Environment,
): void {
  if (!isSandbox && gateways.length === 0) {
    throw new CannotStart(
      'Production needs an SMS gateway: set SMS_GATEWAYS to semaphore, twilio, or both in the order in which they are to be asked.',
    );
  }
  if (isSandbox && withSeeds && gateways.length > 0) {
    throw new CannotStart(
      'SMS_GATEWAYS in the sandbox needs SANDBOX_SEEDS=0, because the seeded people read their codes in the outbox. Set it, or take SMS_GATEWAYS out.',
    );
  }
}

function semaphoreOf({
  SEMAPHORE_URL: baseUrl,
  SEMAPHORE_API_KEY: apiKey,
  SEMAPHORE_SENDER: sender,
}: Environment): SmsGateway {
  if (!apiKey || !sender)
    throw new CannotStart(
      'SMS_GATEWAYS names semaphore, which needs SEMAPHORE_API_KEY (or SEMAPHORE_API_KEY_FILE) and SEMAPHORE_SENDER.',
    );
  return { name: 'semaphore', baseUrl, apiKey, sender };
}

function twilioOf(read: Environment): SmsGateway {
  const {
    TWILIO_URL: baseUrl,
    TWILIO_ACCOUNT_SID: accountSid,
    TWILIO_KEY_SID: keySid,
    TWILIO_SECRET: secret,
    TWILIO_FROM: from,
  } = read;
  if (!accountSid || !secret || !from)
    throw new CannotStart(
      'SMS_GATEWAYS names twilio, which needs TWILIO_ACCOUNT_SID, TWILIO_SECRET (or TWILIO_SECRET_FILE) and TWILIO_FROM.',
    );
  return { name: 'twilio', baseUrl, accountSid, user: keySid ?? accountSid, secret, from };
}
