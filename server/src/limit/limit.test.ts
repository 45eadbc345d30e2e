import { userInfo } from '@sandali/contract/account.ts';
import { addDays, addWorkingDays, daysBetween } from '@sandali/contract/day.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { quotaAddApply } from '@sandali/contract/limit.ts';
import { centavos, formatPesos } from '@sandali/contract/money.ts';
import { dataExport, dataQuery } from '@sandali/contract/privacy.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { inTx } from '#/db/database.ts';
import { manilaDayOf, todayOf } from '#/platform/days.ts';
import { newId } from '#/platform/random.ts';
import { addWallet } from '#/sandbox/life.ts';
import { pendingApprovals, proposalAbout, testOps } from '#/staff/testing.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';
import { storeSetting } from '#/testing/settings.ts';
import { warnOfLateRequests } from './limit.ts';
import { lateRequests } from './store.ts';

const app = await testApp();
const { loanOf, codeFor, pay, bookPayments } = moneySteps(app);
const ops = testOps(app.context);
const rosa = await ops.careful('reviewer');
const ben = await ops.careful('reviewer');
const pesos = (amount: number) => centavos(amount * 100);
const reason = { reason: 'good history' };

/** Creates a borrower with a limit of ₱80,000 who repaid `loans` on time, after half the term. */
async function payer(loans: number) {
  const anna = await app.person({ withCredit: true });
  const accountId = await addWallet(anna.life);
  const { userGid } = await anna.client.must(userInfo, {});
  const borrowAndRepay = async () => {
    const loanId = await loanOf(anna, accountId, 8);
    await app.addDays(4);
    await bookPayments(await pay((await codeFor(anna, loanId)).code));
    return loanId;
  };
  for (let i = 0; i < loans; i++) await borrowAndRepay();
  const { line } = await anna.client.must(userMulti, {});
  const limit = (line?.limitCentavos ?? 0) / 100;
  return { anna, accountId, userGid, borrowAndRepay, limit };
}

const today = () => todayOf(app.clocks.now());

const share = async (percent: number) => {
  await inTx(app.db, (tx) =>
    storeSetting(tx, 'dueShareMostPercent', percent, 'test', app.clocks.wall()),
  );
  app.context.settings.forget();
};
const quota = async ({ client }: Person) => (await client.must(userMulti, {})).quota;
const limitOf = async ({ client }: Person) =>
  ((await client.must(userMulti, {})).line?.limitCentavos ?? 0) / 100;
const asks = async ({ client }: Person, wanted: number, id?: string) =>
  await client.ask(quotaAddApply, { wantedCentavos: pesos(wanted) }, id);
const requestIdOf = async (userGid: string) =>
  (
    await app.db
      .selectFrom('limit_increase_requests')
      .select('id')
      .where('borrower_id', '=', userGid)
      .where('state', '=', 'requested')
      .executeTakeFirstOrThrow()
  ).id;
const changesOf = async (userGid: string) =>
  await app.db
    .selectFrom('limit_changes')
    .select(['from_centavos', 'to_centavos', 'reason', 'who'])
    .where('borrower_id', '=', userGid)
    .orderBy('number')
    .execute();

test('refuses a limit request without a credit line', async () => {
  const newcomer = await app.person();
  expect(await quota(newcomer)).toBeNull();
  expect((await asks(newcomer, 70_000)).name).toBe('quotaNoLine');
});

slow('a loan repaid on time raises the limit once', async () => {
  const { anna, userGid, borrowAndRepay, limit } = await payer(0);
  expect(await quota(anna)).toMatchObject({
    offerCentavos: null,
    obstacle: 'quotaTooFewLoans',
    loansToGo: 2,
    state: 'none',
  });
  const loanId = await borrowAndRepay();
  expect(await quota(anna)).toMatchObject({ offerCentavos: pesos(limit + 10_000), loansToGo: 1 });
  expect(await limitOf(anna)).toBe(limit);
  const id = newId(app.clocks.wall());
  const answers = await Promise.all([
    asks(anna, limit + 10_000, id),
    asks(anna, limit + 10_000),
    asks(anna, limit + 10_000),
  ]);
  expect(answers.filter(({ name }) => name === 'success')).toHaveLength(1);
  const again = await Promise.all([asks(anna, limit + 10_000, id), asks(anna, limit + 10_000, id)]);
  expect(again[0]?.name).toBe(again[1]?.name);
  expect(await limitOf(anna)).toBe(limit + 10_000);
  expect(await quota(anna)).toMatchObject({
    offerCentavos: null,
    state: 'granted',
    loansToGo: 2,
    wantedCentavos: pesos(limit + 10_000),
  });
  expect(await changesOf(userGid)).toMatchObject([
    { from_centavos: 0n, reason: 'opened' },
    {
      from_centavos: BigInt(pesos(limit)),
      to_centavos: BigInt(pesos(limit + 10_000)),
      reason: 'grown',
      who: 'the borrower',
    },
  ]);
  const trail = await app.db
    .selectFrom('audit_log')
    .select('detail')
    .where('act', '=', 'lineGrown')
    .where('subject', '=', userGid)
    .execute();
  expect(trail).toMatchObject([{ detail: { loans: [loanId] } }]);
  await app.work();
  const messages = await app.db
    .selectFrom('sandbox_messages')
    .select('text')
    .where('phone', '=', anna.life.phone)
    .orderBy('id', 'desc')
    .execute();
  expect(messages[0]?.text).toContain(`₱${(limit + 10_000).toLocaleString('en')}`);
  const row = { loan_id: loanId, borrower_id: userGid, request_id: newId(app.clocks.wall()) };
  await expect(app.db.insertInto('earned_limit_increases').values(row).execute()).rejects.toThrow(
    /earned_limit_increases_pkey/,
  );
});

test('accepts only one open limit request at a time, and only for an offered limit', async () => {
  const { anna, userGid, limit } = await payer(2);
  expect((await asks(anna, limit)).name).toBe('quotaAmountNotOffered');
  expect((await asks(anna, limit + 5_000)).name).toBe('quotaAmountNotOffered');
  expect((await asks(anna, 310_000)).name).toBe('quotaAmountNotOffered');
  const id = newId(app.clocks.wall());
  const [first, second] = [
    await asks(anna, limit + 50_000, id),
    await asks(anna, limit + 50_000, id),
  ];
  expect(second.data).toEqual(first.data);
  expect(first.data).toMatchObject({ state: 'requested', limitCentavos: pesos(limit) });
  expect((await asks(anna, limit + 60_000)).name).toBe('quotaRequestOpen');
  expect((await asks(anna, limit + 10_000)).name).toBe('quotaRequestOpen');
  expect(await quota(anna)).toMatchObject({
    state: 'requested',
    offerCentavos: null,
    obstacle: 'quotaRequestOpen',
    answerOn: addWorkingDays(today(), 3, app.context.holidays),
  });
  expect(
    await app.db
      .selectFrom('limit_increase_requests')
      .select('id')
      .where('borrower_id', '=', userGid)
      .execute(),
  ).toHaveLength(1);
});

test('refuses a limit request after too few loans or too soon after a decline', async () => {
  const { anna, userGid, borrowAndRepay, limit } = await payer(1);
  const tooFew = await asks(anna, limit + 50_000);
  expect([tooFew.name, tooFew.message]).toEqual([
    'quotaTooFewLoans',
    'Repay one more loan on time, after at least half its term, then ask for more.',
  ]);
  await borrowAndRepay();
  expect((await asks(anna, limit + 50_000)).name).toBe('success');
  const id = await requestIdOf(userGid);
  expect((await rosa.ask('quota decline', { id, group: 'income' }, reason)).status).toBe(200);
  expect((await rosa.ask('quota decline', { id, group: 'income' }, reason)).wrong).toContain(
    'already declined',
  );
  expect((await rosa.ask('quota grant', { id }, reason)).wrong).toContain('already declined');
  // The earned step is offered again; a larger request must wait.
  expect(await quota(anna)).toMatchObject({
    state: 'declined',
    reasonGroup: 'income',
    askAgainOn: addDays(today(), 30),
    offerCentavos: pesos(limit + 10_000),
  });
  const soon = await asks(anna, limit + 50_000);
  expect([soon.name, soon.message]).toEqual([
    'quotaTooSoon',
    expect.stringMatching(/again from \d+\s\w+\s202\d\./),
  ]);
  await app.addDays(30);
  expect((await asks(anna, limit + 50_000)).name).toBe('success');
  await app.addDays(-30);
});

slow('staff list a limit request, show it and grant part of it', async () => {
  const { anna, userGid, limit } = await payer(2);
  expect((await asks(anna, limit + 50_000)).name).toBe('success');
  const id = await requestIdOf(userGid);
  expect((await rosa.ask('quota list')).data.requests).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        id,
        isLate: false,
        answerOn: addWorkingDays(today(), 3, app.context.holidays),
      }),
    ]),
  );
  expect((await rosa.ask('quota show', { id })).wrong).toBe('Viewing a person needs a reason.');
  const shown = await rosa.ask('quota show', { id }, reason);
  expect((await anna.client.must(dataQuery, {})).looks[0]).toMatchObject({
    act: 'quota show',
    role: 'reviewer',
    reason: reason.reason,
  });
  const counts = { loansRepaidOnTime: 2, ofThemHeldForHalfTheirTerm: 2, loansRepaidLate: 0 };
  expect(shown.data.request).toMatchObject({ ...counts, openBills: 0, overdueBills: 0 });
  const asked = { as: 'money', centavos: (limit + 50_000) * 100 };
  expect(shown).toMatchObject({ shown: { rows: expect.arrayContaining([['wanted', asked]]) } });
  const late = async () => {
    const { requests } = (await rosa.ask('quota list')).data as {
      requests: { id: string; isLate: boolean }[];
    };
    const isLate = requests.filter((row) => row.isLate).map((row) => row.id);
    expect(await lateRequests(app.db, manilaDayOf(app.clocks.now()))).toBe(isLate.length);
    return isLate.includes(id);
  };
  const days = daysBetween(today(), addWorkingDays(today(), 3, app.context.holidays));
  await app.addDays(days);
  expect(await late()).toBe(false);
  await app.addDays(1);
  expect(await late()).toBe(true);
  await warnOfLateRequests(workCtx(app.context));
  expect(app.logLines.at(-1)).toContain('requests for a higher limit are late');
  await app.addDays(-days - 1);
  expect(
    (await rosa.ask('quota grant', { id, limitPesos: limit + 60_000 }, reason)).wrong,
  ).toContain('Grant steps of');
  expect((await rosa.ask('quota grant', { id, limitPesos: limit + 1 }, reason)).wrong).toContain(
    'Grant steps of',
  );
  expect((await rosa.ask('quota grant', { id, limitPesos: 1e15 }, reason)).status).toBe(422);
  // 14 % of a pay period's income of 650,000 is 91,000.
  await share(14);
  expect(
    (await rosa.ask('quota grant', { id, limitPesos: limit + 30_000 }, reason)).wrong,
  ).toContain('supports at most ₱80,000');
  await share(50);
  const answers = await Promise.all([
    rosa.ask('quota grant', { id, limitPesos: limit + 30_000 }, reason),
    ben.ask('quota grant', { id, limitPesos: limit + 30_000 }, reason),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect(await limitOf(anna)).toBe(limit + 30_000);
  expect((await changesOf(userGid)).at(-1)).toMatchObject({ reason: 'granted' });
  expect(await quota(anna)).toMatchObject({
    state: 'granted',
    wantedCentavos: pesos(limit + 30_000),
  });
});

slow('a grant by staff uses up the earned steps that the new limit covers', async () => {
  const { anna, userGid, limit } = await payer(3);
  const grants = async (wanted: number, limitPesos: number) => {
    expect((await asks(anna, wanted)).name).toBe('success');
    return await rosa.ask('quota grant', { id: await requestIdOf(userGid), limitPesos }, reason);
  };
  expect(await quota(anna)).toMatchObject({ offerCentavos: pesos(limit + 10_000), nextStep: null });
  expect((await grants(limit + 50_000, limit + 10_000)).status).toBe(200);
  // The grant used one of three earned steps. The wait for the next step is as long as after an
  // earned increase.
  const on = addDays(today(), 30);
  expect(await quota(anna)).toMatchObject({
    offerCentavos: null,
    nextStep: { toCentavos: pesos(limit + 20_000), on },
  });
  const other = await payer(2);
  expect((await asks(other.anna, limit + 50_000)).name).toBe('success');
  expect(
    (
      await rosa.ask(
        'quota grant',
        { id: await requestIdOf(other.userGid), limitPesos: limit + 40_000 },
        reason,
      )
    ).status,
  ).toBe(200);
  expect(await quota(other.anna)).toMatchObject({
    offerCentavos: null,
    nextStep: null,
    loansToGo: 2,
  });
  await other.borrowAndRepay();
  expect(await quota(other.anna)).toMatchObject({
    nextStep: { toCentavos: pesos(limit + 50_000) },
  });
});

slow('the app and the database require two approvers for a limit above the threshold', async () => {
  const { anna, userGid, limit } = await payer(2);
  expect((await asks(anna, 200_000)).name).toBe('success');
  const id = await requestIdOf(userGid);
  const change = (set: object) =>
    app.db.updateTable('limit_increase_requests').set(set).where('id', '=', id).execute();
  const at = app.clocks.now();
  const granted = { state: 'granted', granted_centavos: BigInt(pesos(200_000)), decided_at: at };
  await expect(change({ ...granted, decided_by: rosa.name })).rejects.toThrow(
    'must first view the current state',
  );
  for (const person of [rosa, ben]) await person.ask('quota show', { id }, reason);
  await expect(change({ ...granted, decided_by: rosa.name })).rejects.toThrow(
    /limit_increase_requests_of_two_people/,
  );
  // A limit that the income does not allow cannot be proposed, because nobody could confirm it.
  await share(14);
  expect((await rosa.ask('quota grant', { id }, reason)).wrong).toContain('supports at most');
  await share(50);
  expect((await rosa.ask('quota grant', { id }, reason)).data.request).toMatchObject({
    outcome: 'proposed',
  });
  expect(await pendingApprovals(ben)).toContain(`quota grant: ${id}, ₱200,000, by ${rosa.name}`);
  expect(await proposalAbout(ben, id)).toEqual({
    facts: [`limit | ${formatPesos(centavos(pesos(limit)))} | ₱200,000.00`],
    about: ['limitRequest', id],
    line: `quota grant ${id} --limit 200000 --reason "…"`,
  });
  expect((await ben.rash('quota grant', { id }, reason)).wrong).toBe(
    `View the current state first: quota show ${id}`,
  );
  await expect(change({ ...granted, decided_by: rosa.name })).rejects.toThrow(
    /granting a limit above the threshold needs two people/,
  );
  await expect(change({ ...granted, decided_by: ben.name })).rejects.toThrow(
    /granting a limit above the threshold needs two people/,
  );
  await expect(
    change({ approval_id: await ops.proposesInDatabase('quota', ben.name) }),
  ).rejects.toThrow(/a proposal never changes/);
  await expect(change({ requested_centavos: 1n })).rejects.toThrow(/permission denied/);
  expect((await rosa.ask('quota grant', { id }, reason)).wrong).toContain(
    'Ask another person to confirm',
  );
  expect((await ben.ask('quota grant', { id, limitPesos: 190_000 }, reason)).wrong).toContain(
    'proposed ₱200,000',
  );
  expect(await limitOf(anna)).toBe(limit);
  expect((await ben.ask('quota grant', { id }, reason)).data.request).toMatchObject({
    outcome: 'granted',
  });
  expect(await limitOf(anna)).toBe(200_000);
  await expect(change({ decided_by: 'x' })).rejects.toThrow(/decided only once/);
  const raiseLimit = {
    id: newId(app.clocks.wall()),
    borrower_id: userGid,
    number: 9,
    from_centavos: 1n,
    to_centavos: 2n,
    reason: 'granted',
    who: 'x',
    request_id: null,
    at,
  };
  await expect(app.db.insertInto('limit_changes').values(raiseLimit).execute()).rejects.toThrow(
    /check constraint/,
  );
});

slow('an overdue bill blocks limit increases and cancels steps earned before it', async () => {
  const { anna, accountId, userGid, limit } = await payer(1);
  expect(await quota(anna)).toMatchObject({ offerCentavos: pesos(limit + 10_000) });
  const loanId = await loanOf(anna, accountId, 8);
  await app.addDays(20);
  expect(await quota(anna)).toMatchObject({ offerCentavos: null, obstacle: 'quotaOverdue' });
  expect((await asks(anna, limit + 10_000)).name).toBe('quotaOverdue');
  await bookPayments(await pay((await codeFor(anna, loanId)).code));
  expect(await quota(anna)).toMatchObject({ offerCentavos: null });
  expect((await asks(anna, limit + 10_000)).name).toBe('quotaTooFewLoans');
  expect(await changesOf(userGid)).toHaveLength(1);
});

slow('refuses a limit request above the catalogue’s maximum', async () => {
  const { anna, userGid } = await payer(0);
  await app.db
    .updateTable('credit_lines')
    .set({ limit_centavos: BigInt(pesos(300_000)) })
    .where('borrower_id', '=', userGid)
    .execute();
  expect((await asks(anna, 310_000)).name).toBe('quotaAtMaximum');
});

slow('the personal data export includes limit changes and limit requests', async () => {
  const { anna, limit } = await payer(1);
  expect((await asks(anna, limit + 10_000)).name).toBe('success');
  const { bytes } = await anna.client.must(dataExport, { format: 'json' });
  const copy = JSON.parse(Buffer.from(bytes, 'base64').toString());
  expect(copy.limits).toMatchObject([
    { why: 'opened' },
    { why: 'grown', toCentavos: pesos(limit + 10_000) },
  ]);
  expect(copy.quotaRequests).toMatchObject([{ state: 'granted' }]);
});
