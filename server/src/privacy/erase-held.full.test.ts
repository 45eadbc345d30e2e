// An account with a loan is erased only after five years of legal retention.
import { billDetail } from '@sandali/contract/billDetail.ts';
import { complaintCreate } from '@sandali/contract/cases.ts';
import { dataDelete, dataQuery, dataRequest } from '@sandali/contract/privacy.ts';
import { refundApply, refundQuery } from '@sandali/contract/refund.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { complaintInWords } from '#/cases/testing.ts';
import { workCtx } from '#/context/ctx.ts';
import { newIdFor } from '#/platform/random.ts';
import { testOps } from '#/staff/testing.ts';
import { gidOf, type Person, testApp } from '#/testing/app.ts';
import { extensionSteps } from '#/testing/extensions.ts';
import { moneySteps } from '#/testing/money.ts';
import { startRule } from '#/testing/rules.ts';
import { writtenDay } from '#/texts/written-day.ts';
import { eraseHeldAccounts } from './privacy.ts';
import { dumpOf, tablesWith } from './testing.ts';

const app = await testApp();
const money = moneySteps(app);
const { dueDebtor, extend } = extensionSteps(app, money);
const { sealer } = app.context;
const erasedAt = async (id: string) =>
  (
    await app.db
      .selectFrom('borrowers')
      .select('erased_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).erased_at;
const atNoonOf = (day: Temporal.PlainDate) => `${day.toString()}T04:00:00Z`;
/**
 * Tables to ignore: rate limits, whose keyed hashes expire within three days, and the sandbox's
 * outbox, which is not part of the product.
 */
const counts = [
  'rate_limits',
  'code_attempts',
  'sms_challenges',
  'sandbox_messages',
  'sandbox_people',
];

/** Creates three borrowers. The first and the last have repaid their loans. */
async function threeWhoBorrowed(): Promise<Person[]> {
  const debtors = [await money.debtor(8), await money.debtor(8), await money.debtor(8)];
  for (const { anna, loanId } of debtors.filter((_, nth) => nth !== 1))
    await money.bookPayments(await money.pay((await money.codeFor(anna, loanId)).code));
  return debtors.map(({ anna }) => anna);
}
const inTurn = await threeWhoBorrowed();

/**
 * Creates a borrower who has extended and repaid one loan. `until` is the last day of legal
 * retention.
 */
async function repaid(): Promise<{ anna: Person; code: string; until: Temporal.PlainDate }> {
  const { anna, loanId } = await dueDebtor();
  await extend(anna, loanId);
  const { code } = await money.codeFor(anna, loanId);
  await money.bookPayments(await money.pay(code));
  const { deletion } = await anna.client.must(dataQuery, {});
  expect(deletion.way).toBe('request');
  return { anna, code, until: Temporal.PlainDate.from(String(deletion.heldUntil)) };
}

/**
 * Adds one picture to a complaint and one to an account recovery.
 * @returns the names of all of the person's files
 */
async function filesOf(borrower_id: string, { number }: { number: string }): Promise<string[]> {
  const [at, size] = [app.clocks.now(), { width: 1, height: 1, size_bytes: 1 }];
  const sent = await app.db
    .selectFrom('pictures')
    .select('file_name')
    .where('borrower_id', '=', borrower_id)
    .execute();
  const complaint = await app.db
    .selectFrom('complaints')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  const turn = {
    id: newIdFor(borrower_id, at),
    complaint_id: complaint.id,
    number: 1,
    borrower_id,
    is_answer: false,
    written_at: at,
  };
  await app.db.insertInto('complaint_turns').values(turn).execute();
  const file_name = 'complaints/a-receipt';
  const receipt = {
    id: newIdFor(borrower_id, at),
    complaint_id: complaint.id,
    turn_id: turn.id,
    number: 1,
    borrower_id,
    file_name,
    kind: 'picture',
    uploaded_at: at,
  };
  await app.db
    .insertInto('complaint_pictures')
    .values({ ...receipt, ...size })
    .execute();
  const id = newIdFor(borrower_id, at);
  const recovery = {
    id,
    borrower_id,
    device_id: 'd',
    locale: 'en',
    new_phone_sealed: Buffer.from('x'),
    new_phone_hash: Buffer.alloc(32),
  };
  await app.db
    .insertInto('account_recoveries')
    .values({ ...recovery, begun_at: at })
    .execute();
  const face = {
    recovery_id: id,
    purpose: 'selfie',
    file_name: 'recoveries/a-face',
    uploaded_at: at,
  };
  await app.db
    .insertInto('account_recovery_pictures')
    .values({ ...face, ...size })
    .execute();
  expect(sent).toHaveLength(2);
  return [...sent.map((picture) => picture.file_name), receipt.file_name, face.file_name];
}

slow('erases a borrower after five years, but retains sums and ledger entries', async () => {
  const [{ anna: ben }, { anna, code, until }] = [await repaid(), await repaid()];
  const [annas, bens] = [await gidOf(anna), await gidOf(ben)];
  const { phone, number } = anna.life;
  expect((await anna.client.ask(dataDelete, { password: anna.life.password })).name).toBe(
    'deletionHeldByLaw',
  );
  await anna.client.must(dataRequest, { kind: 'deletion', words: 'Pakibura na ang ibon' });
  const files = await filesOf(
    annas,
    await anna.client.must(complaintCreate, complaintInWords('Mali ang singil')),
  );
  const idNumber = `9999${String(number).padStart(8, '0')}`;
  const hashes = [sealer.hash('phone', phone), sealer.hash('idNumber', idNumber)].map((hash) =>
    hash.toString('hex'),
  );
  const traces = [
    phone.slice(3),
    idNumber,
    `${number + 1} Kunwari Street`,
    'Pakibura na ang ibon',
    ...hashes,
  ];

  app.clocks.setNow(atNoonOf(until));
  expect(await eraseHeldAccounts(workCtx(app.context))).toBe(0);
  expect(await erasedAt(annas)).toBeNull();
  const early = sql`select erase_held_borrower(${annas}, ${app.clocks.now()}, ${phone})`;
  await expect(early.execute(app.db)).rejects.toThrow('the law requires keeping an account');
  app.clocks.setNow(atNoonOf(until.add({ days: 1 })));
  const unasked = sql`select erase_held_borrower(${bens}, ${app.clocks.now()}, ${ben.life.phone})`;
  await expect(unasked.execute(app.db)).rejects.toThrow(
    'no deletion of this account was requested',
  );
  // A failed erasure is retried on the next run.
  const queue = { ...app.context.queue, enqueue: () => Promise.reject(new Error('no queue')) };
  expect(await eraseHeldAccounts(workCtx({ ...app.context, queue }))).toBe(0);
  expect(await eraseHeldAccounts(workCtx(app.context))).toBe(1);
  expect(await eraseHeldAccounts(workCtx(app.context))).toBe(0);
  expect(app.removals.flatMap((job) => job.names)).toEqual(expect.arrayContaining(files));
  for (const job of app.removals.splice(0)) await app.app.jobs['pictures.remove'](job);

  expect((await erasedAt(annas))?.toString()).toBe(app.clocks.now().toString());
  expect(await erasedAt(bens)).toBeNull();
  const tables = tablesWith(await dumpOf(app.owner, sealer), traces);
  expect(tables.filter((table) => !counts.includes(table))).toEqual([]);
  const loans = await app.db
    .selectFrom('loans')
    .select('principal_centavos')
    .where('borrower_id', '=', annas)
    .execute();
  // A payment with an erased borrower's code is booked without an owner.
  const late = await money.pay(code, 50_000);
  await money.bookPayments(late);
  expect(await money.receiptsOf(late)).toMatchObject([
    { borrower_id: null, amount_centavos: 50_000n },
  ]);
  const entries = await app.db
    .selectFrom('ledger_entries')
    .select('id')
    .where('borrower_id', '=', annas)
    .execute();
  expect([loans.length, entries.length > 0]).toEqual([1, true]);
  for (const table of [
    'signed_agreements',
    'messages',
    'sessions',
    'pictures',
    'corrections',
    'account_recoveries',
  ] as const)
    expect(
      await app.db
        .selectFrom(table)
        .select('borrower_id')
        .where('borrower_id', '=', annas)
        .execute(),
      table,
    ).toEqual([]);
  const accounts = await app.db
    .selectFrom('payout_accounts')
    .select(['number_sealed', 'last4'])
    .where('borrower_id', '=', annas)
    .execute();
  expect(accounts).toEqual([{ number_sealed: Buffer.from(''), last4: '0000' }]);
  const requests = app.db
    .selectFrom('data_requests')
    .select(['outcome', 'answered_by'])
    .where('borrower_id', '=', annas);
  expect(await requests.execute()).toEqual([{ outcome: 'done', answered_by: 'retention' }]);
  const row = app.db
    .selectFrom('audit_log')
    .select(['who', 'detail'])
    .where('act', '=', 'accountErased')
    .where('subject', '=', annas);
  expect(await row.executeTakeFirstOrThrow()).toMatchObject({
    who: 'retention',
    detail: { heldUntil: until.toString() },
  });
});

slow('erasure clears personal data in loans, refunds and promises but keeps sums', async () => {
  const { anna, accountId, loanId } = await money.debtor(8);
  const borrowerId = await gidOf(anna);
  await app.addDays(14);
  await app.work();
  const { bill } = await anna.client.must(billDetail, { loanId });
  const wish = {
    reference: bill.referenceNo,
    parts: [{ on: app.today().add({ days: 3 }).toString() }],
  };
  const promise = await (await testOps(app.context).person('support')).ask(
    'overdue promise',
    wish,
    { reason: 'Kanaryong sahod' },
  );
  expect(promise.status, promise.wrong).toBe(200);
  const { code } = await money.codeFor(anna, loanId);
  await money.bookPayments(await money.pay(code, bill.currentDue.owedCentavos + 500_00));
  await anna.client.must(refundApply, { accountId, amountCentavos: 500_00 });
  await app.until(
    'the refund',
    async () => (await anna.client.must(refundQuery, {})).refund?.state === 'paid',
  );
  const textsOfRows = async () => {
    const { rows } =
      await sql`select receiver_label as label, receiver_last4 as last4, receiver_mark as mark
        from loans where borrower_id = ${borrowerId}
      union all select receiver_label, receiver_last4, receiver_mark
        from refunds where borrower_id = ${borrowerId}
      union all select reason, '', ''
        from promises_to_pay where borrower_id = ${borrowerId}`.execute(app.db);
    return rows;
  };
  const account = {
    label: 'GCash',
    last4: anna.life.phone.slice(-4),
    mark: expect.stringMatching(/./),
  };
  expect(await textsOfRows()).toEqual([
    account,
    account,
    { label: 'Kanaryong sahod', last4: '', mark: '' },
  ]);

  await anna.client.must(dataRequest, { kind: 'deletion', words: 'Pakibura na' });
  const emptied = `update refunds set receiver_last4 = '0000' where borrower_id = '${borrowerId}'`;
  await expect(app.owner.pool.query(emptied)).rejects.toThrow('cannot change from');
  const later = app.today().add({ years: 5, days: 1 });
  await sql`select erase_held_borrower(${borrowerId}, ${atNoonOf(later)}, ${anna.life.phone})`.execute(
    app.db,
  );
  expect(await textsOfRows()).toEqual([
    { label: '', last4: '', mark: '' },
    { label: '', last4: '0000', mark: '' },
    { label: 'erased', last4: '', mark: '' },
  ]);
  const refunds = await app.db
    .selectFrom('refunds')
    .select(['state', 'amount_centavos'])
    .where('borrower_id', '=', borrowerId)
    .execute();
  expect(refunds).toEqual([{ state: 'paid', amount_centavos: 500_00n }]);
  const changed = app.owner.pool.query(
    `update refunds set state = 'ordered', ended_at = null where borrower_id = '${borrowerId}'`,
  );
  await expect(changed).rejects.toThrow('cannot change from');
});

slow('an overpayment below one peso does not prevent an account’s erasure', async () => {
  for (const [over, isHeld] of [
    [99, false],
    [100, true],
  ] as const) {
    const { anna, loanId } = await money.debtor(8);
    const { code } = await money.codeFor(anna, loanId);
    const { bill } = await anna.client.must(billDetail, { loanId });
    await money.bookPayments(await money.pay(code, bill.currentDue.owedCentavos + over));
    const { deletion } = await anna.client.must(dataQuery, {});
    expect([deletion.money, deletion.heldUntil === null]).toEqual(
      isHeld ? ['kept', true] : [null, false],
    );
    const { rows } = await sql<{
      held: boolean;
    }>`select is_held_by_law(${await gidOf(anna)}, ${app.today().add({ years: 9 }).toString()}::date) as held`.execute(
      app.db,
    );
    expect(rows).toEqual([{ held: isHeld }]);
  }
});

slow('an account is held with a balance, and for five years after the last booking', async () => {
  const { anna, accountId, loanId } = await money.debtor(8);
  const borrowerId = await gidOf(anna);
  await money.bookPayments(await money.pay((await money.codeFor(anna, loanId)).code, 61_000 * 100));
  const checkHeldIn = async (years: number, days: number) => {
    const day = app.today().add({ years }).add({ days });
    const { rows } = await sql<{
      held: boolean;
    }>`select is_held_by_law(${borrowerId}, ${day.toString()}::date) as held`.execute(app.db);
    return rows[0]?.held;
  };
  expect(await checkHeldIn(9, 0)).toBe(true);
  const standing = async () => (await anna.client.must(dataQuery, {})).deletion;
  expect(await standing()).toEqual({ way: 'request', from: null, heldUntil: null, money: 'kept' });
  const refused = await anna.client.ask(dataDelete, { password: anna.life.password });
  expect([refused.name, refused.message]).toEqual([
    'deletionHeldByLaw',
    expect.not.stringContaining('until'),
  ]);
  await app.addDays(40);
  await anna.client.must(refundApply, { accountId, amountCentavos: 1_000 * 100 });
  expect(await standing()).toEqual({
    way: 'request',
    from: null,
    heldUntil: null,
    money: 'onItsWay',
  });
  await app.until(
    'the refund',
    async () => (await anna.client.must(refundQuery, {})).refund?.state === 'paid',
  );
  expect(await standing()).toMatchObject({
    heldUntil: app.today().add({ years: 5 }).toString(),
    money: null,
  });
  expect([await checkHeldIn(5, 0), await checkHeldIn(5, 1)]).toEqual([true, false]);

  // One new row changes the number of years, for the server and for the database.
  await startRule(app, 'recordsKeptYears', 7);
  expect(await standing()).toMatchObject({ heldUntil: app.today().add({ years: 7 }).toString() });
  expect([await checkHeldIn(7, 0), await checkHeldIn(7, 1)]).toEqual([true, false]);
  await app.addDays(1);
  await startRule(app, 'recordsKeptYears', 5);
});

slow('failing or long-held accounts do not delay the erasure of other accounts', async () => {
  const borrowerIds: string[] = [];
  for (const anna of inTurn) {
    await anna.client.must(dataRequest, { kind: 'deletion', words: 'Pakibura na' });
    borrowerIds.push(await gidOf(anna));
    app.clocks.addMs(1000);
  }
  app.clocks.setNow(atNoonOf(app.today().add({ years: 6 })));
  const erased = async () => {
    const rows = await app.db
      .selectFrom('borrowers')
      .select(['id', 'erased_at'])
      .where('id', 'in', borrowerIds)
      .execute();
    return borrowerIds.map((id) => rows.find((row) => row.id === id)?.erased_at !== null);
  };
  const queue = { ...app.context.queue, enqueue: () => Promise.reject(new Error('no queue')) };
  const failing = workCtx({ ...app.context, queue });
  expect(await eraseHeldAccounts(failing, 1, 1)).toBe(0);
  // Each run checks the next account.
  expect([
    await eraseHeldAccounts(workCtx(app.context), 1, 1),
    await eraseHeldAccounts(workCtx(app.context), 1, 1),
  ]).toEqual([0, 1]);
  expect(await erased()).toEqual([false, false, true]);
  // No account follows, so the next run starts again with the first.
  await eraseHeldAccounts(workCtx(app.context), 1, 1);
  expect(await eraseHeldAccounts(workCtx(app.context), 1, 2)).toBe(1);
  expect(await erased()).toEqual([true, false, true]);
});

// This test runs last, because its account would also be due when other tests move the clock.
slow('a message states the day until which the law requires the borrower’s records', async () => {
  const { anna, until } = await repaid();
  await anna.client.must(dataRequest, { kind: 'deletion', words: 'Pakibura na' });
  await app.work();
  const sent = app.db
    .selectFrom('sandbox_messages')
    .select('text')
    .where('phone', '=', anna.life.phone)
    .orderBy('id', 'desc');
  const { text } = await sent.executeTakeFirstOrThrow();
  expect(text).toContain(
    `requires us to keep your loan records until ${writtenDay('en', until)}; then we erase them.`,
  );
});
