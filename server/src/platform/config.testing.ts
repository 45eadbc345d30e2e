// The variables of servers in the tests of the configuration.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import * as path from 'node:path';
import { companyEnv } from './lender.testing.ts';

export const root = path.join(import.meta.dirname, '../../..');

export const semaphore = { SEMAPHORE_API_KEY: 'key-canary', SEMAPHORE_SENDER: 'SANDALI' };
export const twilio = {
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_SECRET: 'secret-canary',
  TWILIO_FROM: 'SANDALI',
};
const rootKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({
  type: 'spki',
  format: 'der',
});
/** The variables of a production server without gateways and lender. */
export const production = {
  SANDBOX: '0',
  DATABASE_URL: 'postgres://app@h/d',
  DATABASE_OWNER_URL: 'postgres://owner@h/d',
  ROOT_PUBLIC_KEY: rootKey.toString('base64url'),
  MASTER_KEY: randomBytes(32).toString('base64'),
  ORIGIN: 'https://app.example',
  TRUSTED_PROXIES: '1',
};

export const xendit = {
  XENDIT_API_KEY: 'xnd_development_canary',
  XENDIT_CALLBACK_TOKEN: 'callback-token-canary',
};
const gateways = { SMS_GATEWAYS: 'semaphore', ...semaphore, BANK: 'xendit', ...xendit };
/** The variables of a whole production server. */
export const live = { ...production, ...gateways, ...companyEnv };
