// Extensions through the calls that a browser makes: the three options, the fee code, and payments
// of the exact fee or of another amount.

import { billStatement } from '@sandali/contract/accountStatement.ts';
import type { DataOf, RequestInputOf } from '@sandali/contract/call.ts';
import { permanentChannels, repaymentChannels } from '@sandali/contract/channel.ts';
import { documentGet, documentList } from '@sandali/contract/document.ts';
import { renewApply, renewCal } from '@sandali/contract/extension.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { centavos } from '@sandali/contract/money.ts';
import { repaymentApply } from '@sandali/contract/repayment.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { companyAccount } from '#/ledger/chart.ts';
import { balanceOf, loanBalances } from '#/ledger/ledger.ts';
import { newId } from '#/platform/random.ts';
import { codesAnHour } from '#/repayment/codes/ask-gateway.ts';
import { codeKindOf } from '#/repayment/rules.ts';
import { outbox } from '#/sandbox/store.ts';
import { type Person, testApp } from '#/testing/app.ts';
import { extensionSteps } from '#/testing/extensions.ts';
import { moneySteps } from '#/testing/money.ts';

const app = await testApp();
const money = moneySteps(app);
const { codeFor, pay, bookPayments, billRow } = money;
const { ways, detail, status, rowsOf, today, toDay, feeCode, dueDebtor, extend } = extensionSteps(
  app,
  money,
);
const peso = 100;

test('moves the due date if the exact fee is paid on the due date', async () => {
  // The 8 days from Friday, 20 November 2026 end on Saturday the 28th. The last free day is
  // Tuesday, 1 December.
  const { anna, loanId } = await dueDebtor();
  const options = await ways(anna, loanId);
  expect(options).toMatchObject({
    bill: {
      currentDue: { owedCentavos: 60_960 * peso },
      dueOn: '2026-11-28',
      lastFreeDay: '2026-12-01',
      overdueDays: 0,
    },
    part: {
      leastCentavos: 500 * peso,
      dueAfter: { owedCentavos: 60_460 * peso, on: '2026-11-28' },
      costCentavos: 0,
      lateADayCentavos: 100_77,
    },
    extension: {
      termDays: 8,
      principalCentavos: 60_000 * peso,
      interestCentavos: 960 * peso,
      serviceFeeCentavos: 600 * peso,
      serviceFeeBps: 100,
      feeCentavos: 1560 * peso,
      lateCentavos: 0,
      totalCentavos: 1560 * peso,
      // 6 December is a Sunday, the 7th a working day, and the 8th a holiday.
      lastFreeDay: '2026-12-07',
      dueAfter: { owedCentavos: 60_960 * peso, on: '2026-12-06' },
      endsAt: '2026-11-28T15:59:59.999Z',
    },
    obstacle: null,
    opensOn: '2026-11-25',
    extendedTimes: 0,
    coolingOff: null,
    feeCode: null,
  });
  expect((await detail(anna, loanId)).extensionFeeCentavos).toBe(1560 * peso);
  const { repaymentId, code } = await feeCode(anna, loanId);
  expect(await status(anna, repaymentId)).toMatchObject({
    state: 'given',
    purpose: 'extension',
    amountCentavos: 1560 * peso,
    endsAt: '2026-11-28T15:59:59.999Z',
    extension: { state: 'feeDue', dueAfter: { owedCentavos: 60_960 * peso, on: '2026-12-06' } },
  });
  expect((await ways(anna, loanId)).feeCode).toEqual({
    repaymentId,
    endsAt: '2026-11-28T15:59:59.999Z',
  });
  expect((await detail(anna, loanId)).openCode).toMatchObject({ purpose: 'extension', code });
  const used = (await anna.client.must(userMulti, {})).line?.usedCentavos;
  await bookPayments(await pay(code));
  const after = await detail(anna, loanId);
  expect(after).toMatchObject({
    bill: {
      state: 'upcoming',
      dueOn: '2026-12-06',
      lastFreeDay: '2026-12-07',
      overdueDays: 0,
      currentDue: { owedCentavos: 60_960 * peso },
    },
    tomorrowCentavos: 0,
    chargesSoFarCentavos: (610 + 960 + 1560) * peso,
    openCode: null,
  });
  expect(after.events.map(({ kind, on }) => `${kind} ${on}`).slice(2)).toEqual([
    'extended 2026-11-28',
    'due 2026-12-06',
  ]);
  expect(await status(anna, repaymentId)).toMatchObject({
    state: 'booked',
    extension: { state: 'success', dueAfter: { owedCentavos: 60_960 * peso, on: '2026-12-06' } },
  });
  expect((await anna.client.must(userMulti, {})).line?.usedCentavos).toBe(used);
  expect(await loanBalances(app.db, loanId)).toEqual({
    principalCentavos: 6_000_000n,
    interestCentavos: 96_000n,
    lateCentavos: 0n,
  });
  expect(await balanceOf(app.db, companyAccount('income.extensionFee'))).toBe(-156_000n);
  const messages = (await outbox(app.db, anna.life.phone)).map(({ text }) => text).join('\n');
  expect(messages).toContain('is extended. Please repay ₱60,960.00 by 6 Dec 2026.');
});

slow('lists an extension fee in the statement of account and shows its receipt', async () => {
  const { anna, loanId } = await dueDebtor();
  await extend(anna, loanId);
  const { lines, owedCentavos } = await anna.client.must(billStatement, {});
  expect(owedCentavos).toBe(60_960 * peso);
  expect(lines.slice(-2)).toMatchObject([
    {
      kind: 'charges',
      changeCentavos: 2520 * peso,
      interestCentavos: 960 * peso,
      extensionFeeCentavos: 1560 * peso,
    },
    {
      kind: 'extension',
      changeCentavos: -1560 * peso,
      moneyCentavos: 1560 * peso,
      extensionFeeCentavos: -1560 * peso,
    },
  ]);
  expect(lines.slice(-2).map((line) => line.references.length)).toEqual([1, 1]);
  const papers = (await anna.client.must(documentList, { loanId })).loans[0]?.documents ?? [];
  const receipt = papers.find(({ kind }) => kind === 'receipt');
  expect(receipt).toMatchObject({ amountCentavos: 1560 * peso });
  const { name } = await anna.client.must(documentGet, {
    kind: 'receipt',
    loanId,
    itemId: receipt?.itemId ?? null,
  });
  expect(name).toMatch(/\.pdf$/);
});

slow('adds the late charge to the fee of a bill that is five days late', async () => {
  const { anna, loanId } = await dueDebtor();
  const { lastFreeDay } = (await detail(anna, loanId)).bill;
  await toDay(lastFreeDay, 5);
  const options = await ways(anna, loanId);
  // As in loan/rules/worked-examples.test.ts: on 60,000 for 8 days, 5 days late, the fee is 1,560
  // and the late charge 508.
  expect(options.extension).toMatchObject({
    feeCentavos: 1560 * peso,
    lateCentavos: 508 * peso,
    totalCentavos: 2068 * peso,
  });
  await extend(anna, loanId);
  const { bill } = await detail(anna, loanId);
  expect(bill).toMatchObject({
    overdueDays: 0,
    currentDue: { owedCentavos: 60_960 * peso },
    dueOn: options.extension?.dueAfter.on,
    state: 'upcoming',
  });
  expect(Temporal.PlainDate.from(bill.dueOn).since(today()).days).toBe(8);
  const { rows } = await sql<{
    earned: bigint;
  }>`select -sum(l.amount_centavos)::int8 as earned from ledger_entries e
    join ledger_lines l on l.entry_id = e.id
    join ledger_accounts a on a.id = l.account_id and a.kind = 'income.late'
    where e.loan_id = ${loanId}`.execute(app.db);
  expect(rows[0]?.earned).toBe(50_800n);
});

slow.each([-1, 1])(
  'books an amount other than the fee as an ordinary repayment (%s centavo)',
  async (more) => {
    const { anna, loanId } = await dueDebtor();
    const { repaymentId, code } = await feeCode(anna, loanId);
    await bookPayments(await pay(code, 1560 * peso + more));
    expect(await status(anna, repaymentId)).toMatchObject({
      state: 'booked',
      extension: { state: 'lapsed' },
    });
    expect((await detail(anna, loanId)).bill).toMatchObject({
      currentDue: { owedCentavos: 59_400 * peso - more },
      daysToDue: 0,
    });
    expect(await rowsOf(loanId)).toMatchObject([{ state: 'lapsed', number: null }]);
    // The next offer has a new fee on the remaining principal.
    expect((await ways(anna, loanId)).extension?.principalCentavos).toBe(59_400 * peso - more);
  },
);

slow('lets an extension offer lapse if another payment is booked on the bill', async () => {
  const { anna, loanId } = await dueDebtor();
  const { repaymentId, code } = await feeCode(anna, loanId);
  const { code: part } = await codeFor(anna, loanId, 20_000 * peso);
  await bookPayments(await pay(part));
  expect(await status(anna, repaymentId)).toMatchObject({
    state: 'given',
    extension: { state: 'lapsed' },
  });
  expect(await ways(anna, loanId)).toMatchObject({
    feeCode: null,
    extension: { principalCentavos: 40_960 * peso },
  });
  expect((await detail(anna, loanId)).openCode).toBeNull();
  await bookPayments(await pay(code));
  expect((await detail(anna, loanId)).bill).toMatchObject({
    currentDue: { owedCentavos: 39_400 * peso },
    daysToDue: 0,
  });
  // The bill can still be extended by a new offer on the same day.
  await extend(anna, loanId);
  expect((await detail(anna, loanId)).bill).toMatchObject({
    currentDue: { owedCentavos: 39_400 * peso },
    daysToDue: 8,
  });
});

slow('lets an unpaid extension offer lapse at the end of its day', async () => {
  const { anna, loanId } = await dueDebtor();
  const { lastFreeDay } = (await detail(anna, loanId)).bill;
  await toDay(lastFreeDay);
  const { repaymentId, code } = await feeCode(anna, loanId);
  await app.addDays(1);
  expect(await status(anna, repaymentId)).toMatchObject({
    state: 'expired',
    extension: { state: 'lapsed' },
  });
  expect(await ways(anna, loanId)).toMatchObject({
    bill: { overdueDays: 1 },
    feeCode: null,
    extension: { lateCentavos: 101_60 },
  });
  await bookPayments(await pay(code));
  expect((await detail(anna, loanId)).bill).toMatchObject({
    overdueDays: 1,
    currentDue: { owedCentavos: 59_501_60 },
  });
  expect((await billRow(loanId)).due_on.toString() < today().toString()).toBe(true);
});

test('extends a bill at most three times, even if it is overdue after each extension', async () => {
  const { anna, loanId } = await dueDebtor();
  for (const times of [1, 2, 3]) {
    await extend(anna, loanId);
    const { bill } = await detail(anna, loanId);
    expect(bill).toMatchObject({ overdueDays: 0, currentDue: { owedCentavos: 60_960 * peso } });
    expect((await ways(anna, loanId)).extendedTimes).toBe(times);
    await toDay(bill.lastFreeDay, 2);
    expect((await detail(anna, loanId)).bill.overdueDays).toBe(2);
  }
  expect(await ways(anna, loanId)).toMatchObject({ extension: null, obstacle: 'extensionSpent' });
  expect((await detail(anna, loanId)).extensionFeeCentavos).toBeNull();
  const answer = await ask(anna, { loanId });
  expect([answer.name, answer.message]).toEqual([
    'extensionSpent',
    expect.stringContaining('3 times, the maximum'),
  ]);
  // The bill is then paid like any other, including the late charges of each term.
  const { code } = await codeFor(anna, loanId);
  await bookPayments(await pay(code));
  expect((await detail(anna, loanId)).bill).toMatchObject({
    state: 'repaid',
    paidCentavos: 60_960 * peso + 3 * 1560 * peso + 3 * 203_20,
  });
});

async function ask({ client }: Person, input: Partial<RequestInputOf<typeof renewApply>>) {
  const wish = {
    loanId: newId(app.clocks.now()),
    channel: 'sevenEleven',
    totalCentavos: 1560 * peso,
    dueOn: '2026-12-06',
    ...input,
  } as const;
  const { data } = await client.ask(renewCal, { loanId: wish.loanId });
  const textHash =
    (data as Partial<DataOf<typeof renewCal>>)?.extension?.textHash ?? '0'.repeat(64);
  return await client.ask(renewApply, { textHash, textRead: true, ...wish });
}

test('a refused extension changes nothing', async () => {
  const { anna, loanId } = await dueDebtor(4);
  expect((await ask(anna, {})).name).toBe('loanUnknown');
  expect((await anna.client.ask(renewCal, { loanId: newId(app.clocks.now()) })).name).toBe(
    'loanUnknown',
  );
  expect(await ways(anna, loanId)).toMatchObject({
    extension: null,
    obstacle: 'extensionTooEarly',
  });
  const early = await ask(anna, { loanId });
  expect([early.name, early.message]).toEqual([
    'extensionTooEarly',
    expect.stringMatching(/come back from \d+/),
  ]);
  await app.addDays(4);
  const { extension } = await ways(anna, loanId);
  const wish = { loanId, dueOn: extension?.dueAfter.on ?? '' };
  expect((await ask(anna, { ...wish, totalCentavos: 1561 * peso })).name).toBe('extensionChanged');
  expect((await ask(anna, { loanId, dueOn: '2026-12-05' })).name).toBe('extensionChanged');
  // This is the hash of a statement for another day or in another language.
  expect((await ask(anna, { ...wish, textHash: 'a'.repeat(64) })).name).toBe('extensionChanged');
  expect((await ask(anna, { ...wish, textRead: false as never })).name).toBe('inputInvalid');
  // Permanent codes have no fixed amount, so a payment with such a code cannot be tied to the fee.
  expect(permanentChannels).toEqual(
    repaymentChannels.filter((channel) => codeKindOf[channel] === 'permanent'),
  );
  for (const channel of permanentChannels) {
    expect((await ask(anna, { ...wish, channel })).name).toBe('repaymentChannelRefused');
  }
  const bob = await app.person({ withCredit: true });
  expect((await ask(bob, wish)).name).toBe('loanUnknown');
  expect(await rowsOf(loanId)).toEqual([]);
  const { code } = await codeFor(anna, loanId);
  await bookPayments(await pay(code));
  expect((await ask(anna, wish)).name).toBe('repaymentClosed');
  expect((await anna.client.ask(renewCal, { loanId })).name).toBe('repaymentClosed');
});

slow('a permanent code shows the bill due first after an extension', async () => {
  const { anna, accountId, loanId: later } = await money.debtor(15);
  await money.widenLine(later, 200_000 * peso);
  const first = await money.loanOf(anna, accountId, 8);
  const wish = { loanId: later, channel: 'cliqqLifelong', amountCentavos: 1_000 * peso } as const;
  const { repaymentId } = await anna.client.must(repaymentApply, wish);
  const shown = async () => (await status(anna, repaymentId)).loanId;
  expect(await shown()).toBe(first);
  await app.addDays(8);
  // Both bills are open, and the extension moves the first bill’s due date from day 8 to day 16.
  await extend(anna, first);
  expect(await shown()).toBe(later);
});

slow('refuses fees outside the channel’s limits and codes beyond the hourly budget', async () => {
  const { anna, loanId } = await dueDebtor();
  const { code } = await codeFor(anna, loanId, 60_950 * peso);
  await bookPayments(await pay(code));
  // The fee for the remaining ₱10 would be 26 centavos.
  expect(await ways(anna, loanId)).toMatchObject({
    extension: null,
    obstacle: 'extensionTooSmall',
  });
  expect((await ask(anna, { loanId })).name).toBe('extensionTooSmall');
  const other = await dueDebtor();
  const { catalogue } = app.context;
  const large = catalogue.repaymentChannels.map((row) =>
    row.channel === 'pawnshop' ? { ...row, minimumCentavos: centavos(2_000 * peso) } : row,
  );
  app.context.catalogue = { ...catalogue, repaymentChannels: large };
  const limited = {
    loanId: other.loanId,
    dueOn: (await ways(other.anna, other.loanId)).extension?.dueAfter.on ?? '',
    channel: 'pawnshop' as const,
  };
  expect(await ask(other.anna, limited)).toMatchObject({
    name: 'channelLimit',
    message: expect.stringContaining('₱2,000'),
  });
  // Unlike a bill, a fee cannot be paid in parts, so its channel must accept the whole amount.
  const small = catalogue.repaymentChannels.map((row) =>
    row.channel === 'pawnshop' ? { ...row, maximumCentavos: centavos(1_000 * peso) } : row,
  );
  app.context.catalogue = { ...catalogue, repaymentChannels: small };
  expect(await ask(other.anna, limited)).toMatchObject({
    name: 'channelLimit',
    message: expect.stringContaining('₱1,000'),
  });
  app.context.catalogue = catalogue;
  const { borrower_id } = await app.db
    .selectFrom('loans')
    .select('borrower_id')
    .where('id', '=', other.loanId)
    .executeTakeFirstOrThrow();
  // The first code creates the row that stores the hourly budget.
  await codeFor(other.anna, other.loanId, 1_000 * peso);
  await app.db
    .updateTable('rate_limits')
    .set({ used: codesAnHour })
    .where('name', '=', `paymentCodes ${borrower_id}`)
    .execute();
  expect(
    (
      await ask(other.anna, {
        loanId: other.loanId,
        dueOn: (await ways(other.anna, other.loanId)).extension?.dueAfter.on ?? '',
      })
    ).name,
  ).toBe('tooManyRequests');
  expect([await rowsOf(loanId), await rowsOf(other.loanId)]).toEqual([[], []]);
});

slow('refuses an extension above the legal rate or with charges above the principal', async () => {
  const { anna, loanId } = await dueDebtor();
  // The current rules allow no such loan, so the test forges its terms through the database owner's
  // connection.
  const { db } = app.owner;
  const signedFor = async (
    terms: { service_fee_bps: number } | { service_fee_centavos: bigint; arrival_centavos: bigint },
  ) => {
    await db.updateTable('loans').set(terms).where('id', '=', loanId).execute();
  };
  const setFeeBps = (bps: number) => signedFor({ service_fee_bps: bps });
  await setFeeBps(200);
  expect(await ways(anna, loanId)).toMatchObject({
    extension: null,
    obstacle: 'extensionAboveRate',
  });
  expect((await ask(anna, { loanId })).name).toBe('extensionAboveRate');
  await setFeeBps(100);
  // The deducted fee of 58,000, the interest and the extension fee together exceed the principal.
  const deduct = (fee: number) =>
    signedFor({
      service_fee_centavos: BigInt(fee * peso),
      arrival_centavos: BigInt((59_990 - fee) * peso),
    });
  await deduct(58_000);
  expect(await ways(anna, loanId)).toMatchObject({
    extension: null,
    obstacle: 'extensionAboveTotal',
  });
  expect((await ask(anna, { loanId })).name).toBe('extensionAboveTotal');
  await deduct(600);
});
