import { expect, test } from 'vitest';
import { CannotStart } from './cannot-start.ts';
import { live, root } from './config.testing.ts';
import { readConfig } from './config.ts';
import { companyEnv } from './lender.testing.ts';
import { inventedLender } from './lender.ts';

test('production requires a lender, and the sandbox uses a fictitious one', () => {
  expect(readConfig(live, root).lender).toEqual({
    companyName: companyEnv.COMPANY_NAME,
    companyRegNumber: companyEnv.COMPANY_REG_NUMBER,
    companyAuthNumber: companyEnv.COMPANY_AUTH_NUMBER,
    companyAddress: companyEnv.COMPANY_ADDRESS,
    telephone: companyEnv.COMPANY_TELEPHONE,
    dpoContact: companyEnv.COMPANY_DPO,
    serviceHours: companyEnv.COMPANY_SERVICE_HOURS,
    fbUrl: companyEnv.COMPANY_FB_URL,
    fbAccount: companyEnv.COMPANY_FB_ACCOUNT,
  });
  expect(readConfig({}, root).lender).toEqual(inventedLender);
  expect(readConfig({ COMPANY_NAME: 'Another Inc.' }, root).lender.companyName).toBe(
    'Another Inc.',
  );
});

test.each([
  ['COMPANY_NAME', 'Sandali Lending Corp'],
  ['COMPANY_REG_NUMBER', 'CS-000000000'],
  ['COMPANY_AUTH_NUMBER', '0'],
  ['COMPANY_ADDRESS', 'TBD'],
  ['COMPANY_TELEPHONE', '02 5550 0100'],
  ['COMPANY_DPO', 'dpo@lender.example'],
  ['COMPANY_SERVICE_HOURS', 'TBD'],
])('production does not start without %s or with a placeholder for it', (name, placeholder) => {
  const sentence = new RegExp(
    `^Production needs the lender’s own value in ${name} \\(it .*\\)\\.$`,
  );
  expect(() => readConfig({ ...live, [name]: '' }, root)).toThrow(sentence);
  expect(() => readConfig({ ...live, [name]: placeholder }, root)).toThrow(sentence);
});

test('production starts without a page on Facebook, but not with the invented one', () => {
  const none = { COMPANY_FB_URL: '', COMPANY_FB_ACCOUNT: '', COMPANY_SERVICE_HOURS: '9:00–18:00' };
  expect(readConfig({ ...live, ...none }, root).lender).toMatchObject({ fbUrl: '', fbAccount: '' });
  for (const [name, value] of [
    ['COMPANY_FB_URL', inventedLender.fbUrl],
    ['COMPANY_FB_ACCOUNT', inventedLender.fbAccount],
  ] as const)
    expect(() => readConfig({ ...live, [name]: value }, root)).toThrow(
      `Production needs the lender’s own value in ${name} (it is the sandbox’s invented value).`,
    );
  expect(() => readConfig({ ...live, COMPANY_FB_URL: 'https://evil.example' }, root)).toThrow(
    /^COMPANY_FB_URL must be an https address of facebook\.com/,
  );
});

test.each([
  [
    { OWN_BANK_NAME: 'B', OWN_ACCOUNT_NAME: 'A' },
    /^Set OWN_BANK_NAME, OWN_ACCOUNT_NAME and OWN_ACCOUNT_NUMBER, or none/,
  ],
  [
    { OWN_BANK_NAME: 'B', OWN_ACCOUNT_NUMBER: '12345' },
    /^Set OWN_BANK_NAME, OWN_ACCOUNT_NAME and OWN_ACCOUNT_NUMBER, or none/,
  ],
])('the lender’s own account needs all three variables, not %j', (env, sentence) => {
  expect(() => readConfig(env, root)).toThrow(CannotStart);
  expect(() => readConfig(env, root)).toThrow(sentence);
});
