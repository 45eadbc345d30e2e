import { expect, test } from 'vitest';
import { CannotStart } from './cannot-start.ts';
import { live, production, root } from './config.testing.ts';
import { readConfig } from './config.ts';
import { companyEnv } from './lender.testing.ts';
import { refusePublicOps } from './production-config.ts';

test('a production start without settings names everything that it lacks', () => {
  const sentences = (env: Record<string, string>) => {
    try {
      readConfig(env, root);
      return [];
    } catch (error) {
      return (error as CannotStart).message.split('\n');
    }
  };
  expect(
    sentences({
      SANDBOX: '0',
      BANK: 'xendit',
      SMS_GATEWAYS: 'twilio,semaphore',
      COMPANY_NAME: companyEnv.COMPANY_NAME,
      DATABASE_URL: 'postgres://app:app@h/d',
    }),
  ).toEqual([
    expect.stringMatching(/^Production needs ROOT_PUBLIC_KEY/),
    expect.stringMatching(/^Production needs ORIGIN/),
    expect.stringMatching(/^Production needs TLS/),
    expect.stringMatching(/^Production needs MASTER_KEY/),
    expect.stringMatching(/^Set both DATABASE_URL .* and DATABASE_OWNER_URL/),
    expect.stringMatching(/^SMS_GATEWAYS names twilio/),
    expect.stringMatching(/^SMS_GATEWAYS names semaphore/),
    'The gateway xendit needs XENDIT_API_KEY, or XENDIT_API_KEY_FILE.',
    'The gateway xendit needs XENDIT_CALLBACK_TOKEN, or XENDIT_CALLBACK_TOKEN_FILE.',
    'Production needs the lender’s own value in COMPANY_REG_NUMBER (it is empty), COMPANY_AUTH_NUMBER (it is empty), COMPANY_ADDRESS (it is empty), COMPANY_TELEPHONE (it is empty), COMPANY_DPO (it is empty), COMPANY_SERVICE_HOURS (it is empty).',
    expect.stringMatching(/^DATABASE_URL has a guessable secret/),
  ]);
});

test.each([
  [{ ...production, ORIGIN: 'http://app.example' }, /^Production needs ORIGIN, the https address/],
  [{ ...production, TRUSTED_PROXIES: '' }, /^Production needs TLS: set TLS_CERT_FILE/],
  [{ ...live, OPS_HOST: '0.0.0.0' }, /^OPS_HOST=0\.0\.0\.0 opens the staff listener/],
  [{ ...live, OPS_HOST: '::' }, /^OPS_HOST=:: opens the staff listener/],
  [{ ...live, OPS_HOST: '203.0.113.7' }, /^OPS_HOST=203\.0\.113\.7 opens the staff listener/],
  [{ ...live, HOOK_HOST: '0.0.0.0' }, /^HOOK_HOST=0\.0\.0\.0 opens the gateways’ listener/],
  [
    { ...live, ROLE: 'api', DATABASE_URL: '', DATABASE_OWNER_URL: '' },
    /^Production needs DATABASE_URL \(the role that serves\)\.$/,
  ],
  [{ SANDBOX: '0', ALLOW_PLAIN: '1' }, /ALLOW_PLAIN=1 is for the sandbox only/],
  [{ SANDBOX: '0', PUSH: 'outbox' }, /^PUSH=outbox is for the sandbox only/],
  [{ SANDBOX: '0' }, /Production needs DATABASE_URL/],
])('production does not start with %j and explains why in a sentence', (env, sentence) => {
  expect(() => readConfig(env, root)).toThrow(CannotStart);
  expect(() => readConfig(env, root)).toThrow(sentence);
});

test('refuses a host name of the staff listener that resolves to a public address', () => {
  expect(() => refusePublicOps('ops.internal', '203.0.113.7')).toThrow(
    /^OPS_HOST=ops\.internal, which resolves to 203\.0\.113\.7, opens the staff listener/,
  );
  refusePublicOps('ops.internal', '10.0.0.7');
});
