// Amounts and terms that are none: each is wrong input at its own field, whichever call asks for
// it.
import { productList } from '@sandali/contract/loan.ts';
import { expect, test } from 'vitest';
import { newId } from '#/platform/random.ts';
import { addWallet } from '#/sandbox/life.ts';
import { testApp } from '#/testing/app.ts';
import { requestsOf } from '#/testing/good-requests.ts';
import { changed, leaves } from '#/testing/mutate.ts';

const app = await testApp();

const none = [
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

test('an amount or a term that is none is wrong input, wherever one is asked for', async () => {
  const { client, life } = await app.person({ withCredit: true });
  const { minimumCentavos: amountCentavos } = await client.must(productList, {});
  const walletId = await addWallet(life);
  const requests = requestsOf({
    phone: life.phone,
    amountCentavos,
    walletId,
    nobodys: newId(app.clocks.wall()),
  });
  const asked = [...requests].flatMap(([call, good]) =>
    leaves(good)
      .filter((path) => /Centavos$|^termDays$/.test(String(path.at(-1))))
      .map((path) => ({ call, good, path })),
  );
  expect(asked.length).toBeGreaterThan(5);
  for (const { call, good, path } of asked) {
    for (const value of none) {
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
