// Tests that neither an earned step nor a grant raises the limit of a held line.
import { userInfo } from '@sandali/contract/account.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { quotaAddApply } from '@sandali/contract/limit.ts';
import { centavos } from '@sandali/contract/money.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newIdFor } from '#/platform/random.ts';
import { addWallet } from '#/sandbox/life.ts';
import { testOps } from '#/staff/testing.ts';
import { testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';

const app = await testApp();
const { loanOf, codeFor, pay, bookPayments } = moneySteps(app);
const ops = testOps(app.context);
const rosa = await ops.careful('reviewer');

test('both the app and the database refuse to raise the limit of a held line', async () => {
  const anna = await app.person({ withCredit: true });
  const accountId = await addWallet(anna.life);
  const { userGid } = await anna.client.must(userInfo, {});
  for (let loans = 0; loans < 2; loans += 1) {
    const loanId = await loanOf(anna, accountId, 8);
    await app.addDays(4);
    await bookPayments(await pay((await codeFor(anna, loanId)).code));
  }
  const limit = async () => (await anna.client.must(userMulti, {})).line?.limitCentavos ?? 0;
  const before = await limit();
  const asks = async (more: number) =>
    (await anna.client.ask(quotaAddApply, { wantedCentavos: centavos(before + more) })).name;
  expect(await asks(3_000_000)).toBe('success');
  const { id } = await app.db
    .selectFrom('limit_increase_requests')
    .select('id')
    .where('borrower_id', '=', userGid)
    .executeTakeFirstOrThrow();
  const hold = {
    id: newIdFor(userGid, app.clocks.wall()),
    borrower_id: userGid,
    placed_at: app.clocks.now(),
  };
  await app.db.insertInto('line_holds').values(hold).execute();

  expect([await asks(2_000_000), await asks(3_000_000)]).toEqual(['lineHeld', 'lineHeld']);
  expect(await rosa.ask('quota grant', { id }, { reason: 'good history' })).toMatchObject({
    status: 422,
  });
  const grow = sql`update credit_lines set limit_centavos = limit_centavos + 1
    where borrower_id = ${userGid}`;
  await expect(grow.execute(app.db)).rejects.toThrow('the limit of a held line cannot rise');
  expect(await limit()).toBe(before);
});
