// Tests the required fields of the specification's §5: the server names each missing field.
import { agreementVersion } from '@sandali/contract/agreements.ts';
import { expect, test } from 'vitest';
import { addWallet } from '#/sandbox/life.ts';
import { testApp } from '#/testing/app.ts';
import { rawClient } from '#/testing/literal.ts';

const app = await testApp();

/** Makes a call with one key left out; returns the key, the code and the data. */
async function without(
  post: ReturnType<typeof rawClient>['post'],
  path: string,
  whole: Record<string, unknown>,
  key: string,
) {
  const { [key]: _, ...rest } = whole;
  const { code, data } = await post(path, rest);
  return [key, code, data];
}

const missing = (key: string) => [key, '1007', { fields: [key] }];

test('a login needs a phone number, a password or code, and consent to the agreement', async () => {
  const { post } = rawClient(app);
  const phone = '+639175559901';
  const byPassword = { by: 'password', phone, password: 'isang salita 1', agreementVersion };
  const byCode = {
    by: 'code',
    phone,
    challengeId: '01970000-0000-7000-8000-000000000000',
    code: '123456',
    agreementVersion,
  };
  for (const key of ['phone', 'password', 'agreementVersion'])
    expect(await without(post, '/v2/logonRegister', byPassword, key)).toEqual(missing(key));
  for (const key of ['phone', 'code', 'agreementVersion'])
    expect(await without(post, '/v2/logonRegister', byCode, key)).toEqual(missing(key));
});

test('a loan needs a term, a payout account and consent to the agreement', async () => {
  const { client, life } = await app.person({ withCredit: true });
  const accountId = await addWallet(life);
  const { post, got } = rawClient(app, client);
  const wish = { amountCentavos: 6_000_000, termDays: 8, channel: 'wallet', accountId };
  for (const key of ['amountCentavos', 'termDays', 'channel', 'accountId'])
    expect(await without(post, '/loan/product/cal', wish, key)).toEqual(missing(key));
  const agreedTo = async (of: object) => {
    const { quoteId, disclosureHash } = await got('/loan/product/cal', { ...wish, ...of });
    return { quoteId, disclosureHash, disclosureRead: true, agreementAccepted: true };
  };
  // Without a payout account, a loan can be priced but not signed.
  expect((await post('/loan/apply', await agreedTo({ accountId: null }))).code).toBe('4002');
  const agreed = await agreedTo({});
  expect(await without(post, '/loan/apply', agreed, 'agreementAccepted')).toEqual(
    missing('agreementAccepted'),
  );
  expect((await post('/loan/apply', { ...agreed, agreementAccepted: false })).data).toEqual({
    fields: ['agreementAccepted'],
  });
});
