// Tests how later list versions affect borrowers who have a credit line. All lists are fictitious.
import { userMulti } from '@sandali/contract/home.ts';
import {
  billList,
  loanApply,
  loanDetail,
  productCal,
  productList,
} from '@sandali/contract/loan.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { lockBorrower } from '#/account/account.ts';
import { workCtx } from '#/context/ctx.ts';
import { decideManually, noteAllSeen, screenLines } from '#/credit/credit.ts';
import { inTx } from '#/db/database.ts';
import { approveDue } from '#/loan/payout/approve.ts';
import { newId, newIdFor } from '#/platform/random.ts';
import { applyForCredit } from '#/sandbox/credit-life.ts';
import { addWallet, takeLoan } from '#/sandbox/life.ts';
import { pendingApprovals, proposalAbout, testOps } from '#/staff/testing.ts';
import { agreedTo } from '#/testing/agreed.ts';
import { gidOf, type Person, testApp } from '#/testing/app.ts';

const app = await testApp();
const ops = testOps(app.context, { log: app.context.log });
const [engineer, rosa, pedro] = [
  await ops.person('engineer'),
  await ops.careful('reviewer'),
  await ops.careful('reviewer'),
];
const ticket = { reason: 'the list of December' };

/** Replaces the whole blocklist, so each import must name the people who stay on it. */
async function imports(...entries: object[]) {
  const head = {
    list: 'blocklist',
    source: `Invented ${newId(app.clocks.wall())}`,
    date: '2026-11-20',
  };
  const text = [head, ...entries].map((line) => JSON.stringify(line)).join('\n');
  expect((await engineer.ask('screening import', { list: 'blocklist', text }, ticket)).status).toBe(
    200,
  );
}
const holdsOf = async (who: Person) => {
  const gid = await gidOf(who);
  const { holds } = (await rosa.ask('screening holds')).data as {
    holds: { id: string; person: string; proposedBy: string | null }[];
  };
  return holds.filter((hold) => hold.person === gid);
};
const clearHold = async (hold: string) => {
  expect((await rosa.ask('screening clear', { hold }, ticket)).data).toEqual({
    hold: { id: hold, outcome: 'proposed' },
  });
  expect(await pendingApprovals(pedro)).toContain(`screening clear: ${hold}, by ${rosa.name}`);
  expect(await proposalAbout(pedro, hold)).toEqual({
    facts: [expect.stringMatching(/^held since \| 20\d\d-\d\d-\d\d \d\d:\d\d \| –$/)],
    about: ['hold', hold],
    line: `screening clear ${hold} --reason "…"`,
  });
  expect((await pedro.ask('screening clear', { hold }, ticket)).data).toEqual({
    hold: { id: hold, outcome: 'cleared' },
  });
};
const readiness = async () =>
  (await (await ops.listener.request('/alarms')).json()) as { alarms: object };

async function quoteFor({ client, life }: Person) {
  const accountId = await addWallet(life);
  const { minimumCentavos: amountCentavos } = await client.must(productList, {});
  const input = { amountCentavos, termDays: 8, channel: 'wallet', accountId } as const;
  const quote = await client.must(productCal, input);
  const agreed = agreedTo(quote);
  return { input, agreed, accountId };
}

slow('a list match blocks only new loans, until two people clear the hold', async () => {
  const anna = await app.person({ withCredit: true });
  const ben = await app.person({ withCredit: true });
  const { input, agreed, accountId } = await quoteFor(anna);
  const { loanId } = await takeLoan(anna.life, accountId);
  await app.until(
    'the payout',
    async () => (await anna.client.must(loanDetail, { loanId })).state === 'success',
  );
  const bills = await anna.client.must(billList, {});
  await imports({ phone: anna.life.phone });
  expect(await holdsOf(anna)).toEqual([]);
  await app.work();

  const [hold] = await holdsOf(anna);
  expect([
    (await anna.client.ask(productCal, input)).name,
    (await anna.client.ask(loanApply, agreed)).name,
  ]).toEqual(['lineHeld', 'lineHeld']);
  const { message } = await anna.client.ask(productCal, input);
  expect(message).toContain('a new loan has to wait');
  expect(message).not.toMatch(/list|sanction|block/i);
  expect((await anna.client.must(userMulti, {})).canBorrow).toBe(false);
  expect(await anna.client.must(billList, {})).toEqual(bills);
  expect([await holdsOf(ben), (await ben.client.must(userMulti, {})).canBorrow]).toEqual([
    [],
    true,
  ]);
  expect(await readiness()).toMatchObject({ alarms: { linesHeld: 1 } });
  const row = app.db
    .selectFrom('audit_log')
    .selectAll()
    .where('act', '=', 'lineHeld')
    .where('subject', '=', await gidOf(anna));
  expect(await row.executeTakeFirstOrThrow()).toMatchObject({
    who: 'screening',
    detail: { hold: hold?.id, lists: ['blocklist 1'] },
  });

  expect((await rosa.ask('screening hold', { hold: hold?.id })).wrong).toBe(
    'Viewing a person needs a reason.',
  );
  const answer = await rosa.ask('screening hold', { hold: hold?.id }, ticket);
  expect(answer.data).toMatchObject({
    hold: { matches: [{ match: 'blocklist version 1, line 2, by phone' }], isCleared: false },
  });
  const looks = app.db
    .selectFrom('audit_log')
    .select('act')
    .where('subject', '=', await gidOf(anna))
    .where('act', 'like', 'ops screening%');
  expect(await looks.execute()).toEqual([]);
  expect((await rosa.ask('screening clear', { hold: hold?.id })).status).not.toBe(200);
  const unseen = `View the current state first: screening hold ${hold?.id}`;
  expect((await pedro.rash('screening clear', { hold: hold?.id }, ticket)).wrong).toBe(unseen);
  expect((await rosa.ask('screening clear', { hold: hold?.id }, ticket)).status).toBe(200);
  expect((await rosa.ask('screening clear', { hold: hold?.id }, ticket)).status).not.toBe(200);
  expect((await anna.client.ask(productCal, input)).name).toBe('lineHeld');
  expect((await pedro.ask('screening clear', { hold: hold?.id }, ticket)).data).toMatchObject({
    hold: { outcome: 'cleared' },
  });
  expect(await ops.lastRow()).toMatchObject({
    act: 'ops screening clear',
    who: pedro.name,
    reason: ticket.reason,
    detail: { outcome: 'cleared' },
  });
  expect((await pedro.ask('screening clear', { hold: hold?.id }, ticket)).status).not.toBe(200);
  // The refusal is now caused by the exhausted line, no longer by the hold.
  expect([(await anna.client.ask(productCal, input)).name, await readiness()]).toMatchObject([
    'lineExceeded',
    { alarms: { linesHeld: 0 } },
  ]);
});

slow('only a new match holds a cleared line again, and it voids an open proposal', async () => {
  const anna = await app.person({ withCredit: true });
  const { phone, number } = anna.life;
  await app.work();
  await imports({ phone });
  await app.work();
  await clearHold((await holdsOf(anna))[0]?.id ?? '');
  await imports({ phone: '+639179990000' }, { phone });
  await app.work();
  expect(await holdsOf(anna)).toEqual([]);
  await imports({ phone }, { idNumber: `9999${String(number).padStart(8, '0')}` });
  await app.work();
  const [hold] = await holdsOf(anna);
  expect((await rosa.ask('screening clear', { hold: hold?.id }, ticket)).status).toBe(200);
  const device = app.db
    .selectFrom('trusted_devices')
    .select('device_id')
    .where('borrower_id', '=', await gidOf(anna));
  await imports({ device: (await device.executeTakeFirstOrThrow()).device_id });
  await app.work();
  expect(await holdsOf(anna)).toMatchObject([{ id: hold?.id, proposedBy: null }]);
  const { matches } = (
    (await rosa.ask('screening hold', { hold: hold?.id }, ticket)).data as {
      hold: { matches: object[] };
    }
  ).hold;
  expect(matches).toHaveLength(2);
  await clearHold(hold?.id ?? '');
});

slow('delays only the payout of a signed loan whose line is held', async () => {
  const anna = await app.person({ withCredit: true });
  const ben = await app.person({ withCredit: true });
  const { agreed } = await quoteFor(anna);
  const loan = await anna.client.must(loanApply, agreed);
  await imports({ phone: anna.life.phone });
  // Lines are screened before payouts are sent, so the same run holds the payout.
  await app.work();
  await app.work();
  const stateOf = async () => (await anna.client.must(loanDetail, { loanId: loan.loanId })).state;
  expect(['submitting', 'approving']).toContain(await stateOf());
  const bensLoan = await takeLoan(ben.life, await addWallet(ben.life));
  await app.until(
    'the payout of somebody else',
    async () =>
      (await ben.client.must(loanDetail, { loanId: bensLoan.loanId })).state === 'success',
  );
  expect(['submitting', 'approving']).toContain(await stateOf());
  await clearHold((await holdsOf(anna))[0]?.id ?? '');
  await app.until('the payout', async () => (await stateOf()) === 'success');
});

slow('does not hold a line for a match that the review already considered', async () => {
  const anna = await app.person();
  await imports({ phone: anna.life.phone });
  await app.work();
  await applyForCredit(anna.life);
  await app.work();
  const borrowerId = await gidOf(anna);
  const { id } = await app.db
    .selectFrom('credit_applications')
    .select('id')
    .where('borrower_id', '=', borrowerId)
    .executeTakeFirstOrThrow();
  const approve = { outcome: 'approved', limitCentavos: 8_000_000 } as never;
  await inTx(app.db, (tx) => noteAllSeen(tx, id, { who: 'Rosa', at: app.clocks.now() }));
  expect(
    await inTx(app.db, (tx) =>
      decideManually(workCtx(app.context), tx, id, approve, 'Rosa', 'somebody else'),
    ),
  ).toBe(true);
  await app.work();
  expect(await holdsOf(anna)).toEqual([]);
  await imports({ phone: '+639179990001' }, { phone: anna.life.phone });
  await app.work();
  expect([await holdsOf(anna), (await anna.client.must(userMulti, {})).canBorrow]).toEqual([
    [],
    true,
  ]);
});

test('orders no payout if the line is held after the worker has selected the loan', async () => {
  const anna = await app.person({ withCredit: true });
  const { agreed } = await quoteFor(anna);
  const { loanId } = await anna.client.must(loanApply, { ...agreed, password: anna.life.password });
  const borrower_id = await gidOf(anna);
  const lockWaiters = async () => {
    const waiting = `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    return (await app.owner.pool.query<{ count: number }>(waiting)).rows[0]?.count;
  };
  const approved = await inTx(app.db, async (tx) => {
    await lockBorrower(tx, borrower_id);
    const approving = approveDue(workCtx(app.context));
    await expect.poll(lockWaiters, { interval: 5 }).toBe(1);
    await tx
      .insertInto('line_holds')
      .values({
        id: newIdFor(borrower_id, app.clocks.wall()),
        borrower_id,
        placed_at: app.clocks.now(),
      })
      .execute();
    return { approving };
  });
  expect(await approved.approving).toBe(0);
  const loan = app.db.selectFrom('loans').select('state').where('id', '=', loanId);
  expect(await loan.executeTakeFirst()).toEqual({ state: 'submitting' });
});

test('screens each line once per list version, even with two workers', async () => {
  const { rows } = await app.owner.pool.query<{ count: number }>(
    `select count(*)::int from line_screenings
      where blocklist_version < (select max(version) from screening_lists)`,
  );
  expect(rows[0]?.count).toBe(0);
  expect(await screenLines(workCtx(app.context))).toBe(0);
  const anna = await app.person({ withCredit: true });
  await app.work();
  await imports({ phone: anna.life.phone });
  const together = await Promise.all([
    screenLines(workCtx(app.context)),
    screenLines(workCtx(app.context)),
  ]);
  expect(Math.max(...together)).toBeGreaterThan(1);
  expect(await screenLines(workCtx(app.context))).toBe(0);
  expect(await holdsOf(anna)).toHaveLength(1);
  const acts = app.db
    .selectFrom('audit_log')
    .select('id')
    .where('act', '=', 'lineHeld')
    .where('subject', '=', await gidOf(anna));
  expect(await acts.execute()).toHaveLength(1);
});

test('the database refuses a loan on a held line, and a hold cleared by one person', async () => {
  const anna = await app.person({ withCredit: true });
  const { agreed } = await quoteFor(anna);
  await app.work();
  await imports({ phone: anna.life.phone });
  await app.work();
  const [hold] = await holdsOf(anna);
  const { pool } = app.owner;
  const set = (sets: string) =>
    pool.query(`update line_holds set ${sets} where id = '${hold?.id}'`);
  await expect(set("cleared_at = '2026-11-20'")).rejects.toThrow(
    'clearing a hold needs two people',
  );
  const approval = await ops.proposesInDatabase('lineHold', rosa.name);
  await expect(set(`approval_id = '${approval}', cleared_at = '2026-11-20'`)).rejects.toThrow(
    'clearing a hold needs two people',
  );
  await expect(set(`approval_id = '${approval}'`)).rejects.toThrow(
    'must first view the current state',
  );
  await rosa.ask('screening hold', { hold: hold?.id }, ticket);
  await set(`approval_id = '${approval}'`);
  await expect(set("cleared_at = '2026-11-20'")).rejects.toThrow(
    'clearing a hold needs two people',
  );
  await expect(set('approval_id = null')).rejects.toThrow('a proposal never changes');
  await expect(app.db.deleteFrom('line_holds').execute()).rejects.toThrow('permission denied');
  // Insert a loan the way faulty code that skips the check would.
  const client = await pool.connect();
  await client.query(`begin;
    create temp table another on commit drop as select * from loans limit 1;
    update another set id = gen_random_uuid(), borrower_id = '${await gidOf(anna)}',
      quote_id = '${agreed.quoteId}', reference_no = 'SL-ANOTHER'`);
  await expect(client.query('insert into loans select * from another')).rejects.toThrow(
    'a held line allows no new loan',
  );
  await client.query('rollback');
  client.release();
});
