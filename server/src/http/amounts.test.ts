import { productList } from '@sandali/contract/loan.ts';
import { expect, test } from 'vitest';
import { newId } from '#/platform/random.ts';
import { addWallet } from '#/sandbox/life.ts';
import { testApp } from '#/testing/app.ts';
import { requestsOf } from '#/testing/good-requests.ts';
import { changed, leaves } from '#/testing/mutate.ts';

const app = await testApp();

const invalid = [
  null,
  true,
  [1],
  {},
  '',
  '1',
  '1.005',
  '１０００',
  '5e4',
  '50000 ',
  'NaN',
  -1,
  -0.5,
  0.5,
  1.5,
  1e308,
  2 ** 53 + 2,
];

test('every call refuses an invalid amount or term and names the field', async () => {
  const { client, life } = await app.person({ withCredit: true });
  const { minimumCentavos: amountCentavos } = await client.must(productList, {});
  const walletId = await addWallet(life);
  const requests = requestsOf({
    phone: life.phone,
    amountCentavos,
    walletId,
    nobodys: newId(app.clocks.wall()),
  });
  const amountFields = [...requests].flatMap(([call, good]) =>
    leaves(good)
      .filter((path) => /Centavos$|^termDays$/.test(String(path.at(-1))))
      .map((path) => ({ call, good, path })),
  );
  expect(amountFields.length).toBeGreaterThan(5);
  for (const { call, good, path } of amountFields) {
    for (const value of invalid) {
      const { name, data } = await client.ask(call as never, changed(good, path, value) as never);
      expect([call.path, value, name, data]).toEqual([
        call.path,
        value,
        'inputInvalid',
        { fields: [path.join('.')] },
      ]);
    }
  }
});
