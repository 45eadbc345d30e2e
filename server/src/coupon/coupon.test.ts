import { codeSms } from '@sandali/contract/account.ts';
import { voucherList } from '@sandali/contract/coupon.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { billList, loanApply, loanDetail, productCal } from '@sandali/contract/loan.ts';
import { centavos } from '@sandali/contract/money.ts';
import { bankcardAdd } from '@sandali/contract/payoutAccounts.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { allCommands } from '#/app.ts';
import { inTx } from '#/db/database.ts';
import { releaseCoupon } from '#/loan/coupon.store.ts';
import { newId } from '#/platform/random.ts';
import { addWallet } from '#/sandbox/life.ts';
import { opsListener } from '#/staff/listener.ts';
import { agreedTo } from '#/testing/agreed.ts';
import { gidOf, type Person, testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';

const app = await testApp();
const { codeFor, pay, bookPayments } = moneySteps(app);
const peso = 100;
const key = { name: 'local', text: 'k'.repeat(43) };
const ops = opsListener({
  context: app.context,
  key,
  worker: { lastLookMs: () => 0, steps: () => [] },
  commands: allCommands,
});

async function act(command: string, input: object, reason: string | null = 'ticket 12') {
  const body = JSON.stringify({ input, ...(reason ? { reason } : {}) });
  const headers = {
    authorization: `Bearer ${key.text}`,
    'content-length': String(body.length),
    'x-ops-user': 'ana',
  };
  const answer = await ops.request(`/ops/${command}`, { method: 'POST', headers, body });
  return (await answer.json()) as { data?: Record<string, unknown>; wrong?: string };
}

const listOf = async (who: Person) =>
  (await who.client.must(voucherList, { userGid: await gidOf(who) })).discountInfoList;
const badge = async ({ client }: Person) =>
  (await client.must(userMulti, {})).counts.unusedVouchers;

/** Raises a borrower's limit so that it allows more than one loan. */
async function widenLine(gid: string): Promise<void> {
  await app.db
    .updateTable('credit_lines')
    .set({ limit_centavos: BigInt(300_000 * peso) })
    .where('borrower_id', '=', gid)
    .execute();
}

/** Adds the person's own bank account. The bank simulator refuses payouts to 1000000001. */
async function addBankAccount({ client, life }: Person, accountNumber: string): Promise<never> {
  app.clocks.addMs(61_000); // The next code can be requested after a minute.
  const { challengeId } = await client.must(codeSms, { phone: life.phone, purpose: 'bankAccount' });
  const code = (await life.codesOf(life.phone)).at(-1) ?? '';
  const ownerName = `${life.firstName} ${life.lastName}`;
  const input = {
    ownerName,
    bankId: 'bdo',
    accountNumber,
    phone: life.phone,
    proof: { by: 'code', challengeId, code },
  } as const;
  return (await client.must(bankcardAdd, input)).card.accountId as never;
}

async function approved() {
  const anna = await app.person({ withCredit: true });
  return { anna, accountId: (await addWallet(anna.life)) as never, gid: await gidOf(anna) };
}

type Wish = {
  voucherId?: 'best' | string | null;
  amount?: number;
  channel?: 'wallet' | 'bankCard';
};
async function askQuote(
  { client }: Person,
  accountId: never,
  { voucherId = 'best', amount = 60_000, channel = 'wallet' }: Wish = {},
) {
  const input = {
    amountCentavos: centavos(amount * peso),
    termDays: 8,
    channel,
    accountId,
    voucherId: voucherId as never,
  };
  return await client.ask(productCal, input);
}

async function sign(who: Person, accountId: never, wish: Wish = {}) {
  const quote = await askQuote(who, accountId, wish);
  if (quote.code !== '0000') throw new Error(quote.code);
  return await who.client.ask(loanApply, agreedTo(quote.data));
}

const campaign = (people: string[], other: object = {}) => ({
  people,
  campaign: 'pasko-2026',
  kind: 'interest',
  amountCentavos: 300 * peso,
  minimumLoanCentavos: 60_000 * peso,
  startsOn: null,
  endsOn: '2026-12-31',
  ...other,
});

test('the first credit line grants a welcome coupon that lowers the service fee', async () => {
  const { anna, accountId } = await approved();
  const [welcome, ...others] = await listOf(anna);
  expect(others).toEqual([]);
  expect(welcome).toMatchObject({
    campaign: 'welcome',
    kind: 'serviceFee',
    useStatus: '0',
    discountAmount: '200',
    startDate: '2026-11-20',
    endDate: '2026-12-19',
    // 2026-11-20 00:00:00.000 and 2026-12-19 23:59:59.999 in Manila.
    startDataTimeStem: 1_795_104_000_000,
    endDataTimeStem: 1_797_695_999_999,
  });
  expect(await badge(anna)).toBe(1);
  const plain = await askQuote(anna, accountId, { voucherId: null });
  const best = await askQuote(anna, accountId);
  expect(plain.data).toMatchObject({
    voucherId: null,
    facts: { couponCentavos: 0, serviceFeeCentavos: 600 * peso, arrivalCentavos: 59_390 * peso },
  });
  expect(best.data).toMatchObject({
    voucherId: welcome?.voucherId,
    facts: {
      couponCentavos: 200 * peso,
      couponLostCentavos: 0,
      serviceFeeCentavos: 400 * peso,
      arrivalCentavos: 59_590 * peso,
    },
  });
  expect(await listOf(anna)).toMatchObject([{ useStatus: '0' }]);
});

test('signing a loan reserves its coupon, and the payout marks the coupon as used', async () => {
  const { anna, accountId } = await approved();
  const loan = await sign(anna, accountId);
  expect(await listOf(anna)).toMatchObject([
    { useStatus: '1', isSetAside: true, loanId: loan.data?.loanId },
  ]);
  expect(await badge(anna)).toBe(0);
  await app.until(
    'the payout',
    async () =>
      (await anna.client.must(loanDetail, { loanId: loan.data?.loanId as never })).state ===
      'success',
  );
  expect(await listOf(anna)).toMatchObject([
    { useStatus: '1', isSetAside: false, usedAt: expect.any(String) },
  ]);
  expect(
    (await anna.client.must(loanDetail, { loanId: loan.data?.loanId as never })).arrivalCentavos,
  ).toBe(59_590 * peso);
});

slow('only the first repaid loan grants an interest coupon', async () => {
  const { anna, accountId } = await approved();
  for (const nth of [1, 2]) {
    const loan = await sign(anna, accountId, { voucherId: null });
    const loanId = loan.data?.loanId as never;
    await app.until(
      'the payout',
      async () => (await anna.client.must(loanDetail, { loanId })).state === 'success',
    );
    const { code } = await codeFor(anna, loanId, 60_000 * peso);
    await bookPayments(await pay(code, 60_000 * peso));
    await app.until(
      'the booking',
      async () => (await anna.client.must(billList, {})).settled.length === nth,
    );
    const rewards = (await listOf(anna)).filter((row) => row.campaign === 'firstRepayment');
    expect(rewards, `after loan ${nth}`).toHaveLength(1);
    expect(rewards[0]).toMatchObject({ kind: 'interest', discountAmount: '300', useStatus: '0' });
  }
});

test('refuses a coupon that is another borrower’s, unknown, void or for larger loans', async () => {
  const { anna, accountId, gid } = await approved();
  const { anna: ben } = await approved();
  await widenLine(gid);
  await act('coupon/grant', campaign([gid], { minimumLoanCentavos: 100_000 * peso }));
  const large = (await listOf(anna)).find(({ campaign }) => campaign === 'campaign');
  const refused = await askQuote(anna, accountId, { voucherId: large?.voucherId as string });
  expect([refused.code, refused.message]).toEqual([
    '4021',
    'This loan is too small for that coupon. It is for loans of ₱100,000 or more.',
  ]);
  expect(
    (await askQuote(anna, accountId, { voucherId: large?.voucherId as string, amount: 100_000 }))
      .data?.facts.interestCouponCentavos,
  ).toBe(300 * peso);
  const [bens] = await listOf(ben);
  expect((await askQuote(anna, accountId, { voucherId: bens?.voucherId as string })).code).toBe(
    '4020',
  );
  expect((await askQuote(anna, accountId, { voucherId: newId(app.clocks.wall()) })).code).toBe(
    '4020',
  );
  expect((await act('coupon/void', { id: large?.voucherId })).data).toEqual({
    id: large?.voucherId,
  });
  expect(
    (await askQuote(anna, accountId, { voucherId: large?.voucherId as string, amount: 100_000 }))
      .code,
  ).toBe('4020');
  expect(
    (await listOf(anna)).find(({ voucherId }) => voucherId === large?.voucherId)?.useStatus,
  ).toBe('2');
  expect((await ben.client.ask(voucherList, { userGid: gid as never })).code).not.toBe('0000');
});

test('refuses a loan whose coupon was voided after the quote', async () => {
  const { anna, accountId } = await approved();
  const quote = await askQuote(anna, accountId);
  await act('coupon/void', { id: quote.data?.voucherId });
  const answer = await anna.client.ask(
    loanApply,
    agreedTo(quote.data as NonNullable<typeof quote.data>),
  );
  expect(answer.code).toBe('4020');
  expect((await anna.client.must(userMulti, {})).line).toMatchObject({
    heldCentavos: 0,
    usedCentavos: 0,
  });
});

test('a quote expires together with its coupon, which later quotes cannot use', async () => {
  const { anna, accountId, gid } = await approved();
  const lastOn = app.today();
  await act(
    'coupon/grant',
    campaign([gid], {
      campaign: 'ends-today',
      amountCentavos: 500 * peso,
      endsOn: lastOn.toString(),
    }),
  );
  const ending = (await listOf(anna)).find(({ campaign }) => campaign === 'campaign');
  app.clocks.setNow(`${lastOn}T15:59:00Z`); // 23:59 in Manila
  const offered = await askQuote(anna, accountId);
  expect(offered.data?.voucherId).toBe(ending?.voucherId);
  app.clocks.setNow(`${lastOn}T16:00:30Z`);
  // A quote expires at the end of its day, so it never outlives its coupon.
  const late = await anna.client.ask(
    loanApply,
    agreedTo(offered.data as NonNullable<typeof offered.data>),
  );
  expect(late.name).toBe('quoteExpired');
  expect((await askQuote(anna, accountId, { voucherId: ending?.voucherId as string })).code).toBe(
    '4020',
  );
  expect((await askQuote(anna, accountId)).data?.voucherId).not.toBe(ending?.voucherId);
  app.clocks.setNow(`${lastOn.add({ days: 1 })}T02:00:00Z`); // 10:00 in Manila, when applications are reviewed
  expect((await anna.client.must(userMulti, {})).line).toMatchObject({
    heldCentavos: 0,
    usedCentavos: 0,
  });
});

test('eight concurrent signatures with one coupon use it only once', async () => {
  const { anna, accountId, gid } = await approved();
  await widenLine(gid);
  const quotes = await Promise.all(Array.from({ length: 8 }, () => askQuote(anna, accountId)));
  const answers = await Promise.all(
    quotes.map(({ data }) =>
      anna.client.ask(loanApply, {
        quoteId: data?.quoteId as never,
        disclosureHash: data?.disclosureHash as never,
        disclosureRead: true,
        agreementAccepted: true,
      }),
    ),
  );
  expect(answers.map(({ code }) => code).sort()).toEqual(['0000', ...Array(7).fill('4020')]);
  const uses = await app.db
    .selectFrom('coupon_redemptions')
    .selectAll()
    .where('coupon_id', '=', quotes[0]?.data?.voucherId as string)
    .execute();
  expect(uses).toHaveLength(1);
});

slow('a payout refused by the bank releases the coupon for the next loan', async () => {
  const { anna, accountId } = await approved();
  const loan = await sign(anna, await addBankAccount(anna, '1000000001'), { channel: 'bankCard' });
  const loanId = loan.data?.loanId as never;
  await app.until(
    'the refusal',
    async () => (await anna.client.must(loanDetail, { loanId })).state === 'failed',
  );
  expect(await listOf(anna)).toMatchObject([{ useStatus: '0', loanId: null, isSetAside: false }]);
  const second = await sign(anna, accountId);
  expect(await listOf(anna)).toMatchObject([{ useStatus: '1', loanId: second.data?.loanId }]);
  const uses = await app.db
    .selectFrom('coupon_redemptions')
    .selectAll()
    .where('loan_id', 'in', [loanId, second.data?.loanId as never])
    .execute();
  expect(uses).toHaveLength(2);
  const before = uses.find(({ loan_id }) => loan_id === loanId);
  await inTx(app.db, (tx) => releaseCoupon(tx, loanId, app.clocks.now()));
  const after = await app.db
    .selectFrom('coupon_redemptions')
    .selectAll()
    .where('loan_id', '=', loanId)
    .executeTakeFirst();
  expect(after?.released_at).toEqual(before?.released_at);
});

test('the database refuses to change, delete, misassign or void a loan’s coupon', async () => {
  const { anna, accountId } = await approved();
  const { anna: ben, accountId: bensAccount } = await approved();
  const [mine] = await listOf(anna);
  const loan = await sign(ben, bensAccount, { voucherId: null });
  const statements = [
    sql`update coupons set amount_centavos = 1 where id = ${mine?.voucherId}`,
    sql`delete from coupons where id = ${mine?.voucherId}`,
    sql`insert into coupon_redemptions (loan_id, coupon_id, reserved_at)
      values (${loan.data?.loanId}, ${mine?.voucherId}, ${app.clocks.now().toString()})`,
  ];
  for (const statement of statements)
    await expect(statement.execute(app.db)).rejects.toThrow(
      /permission denied|for a loan of its owner/,
    );
  await sign(anna, accountId);
  await expect(
    sql`update coupons set voided_at = granted_at, voided_by = 'x'
      where id = ${mine?.voucherId}`.execute(app.db),
  ).rejects.toThrow('a coupon that a loan uses cannot be voided');
  expect(await act('coupon/void', { id: mine?.voucherId })).toMatchObject({
    wrong: expect.stringContaining('a loan uses it'),
  });
});

test('finance grants one campaign coupon to each named person', async () => {
  const { anna, gid } = await approved();
  const { gid: benGid } = await approved();
  expect((await act('coupon/grant', campaign([gid, anna.life.phone]))).data).toEqual({
    campaign: 'pasko-2026',
    given: 1,
    hadIt: 0,
  });
  expect((await act('coupon/grant', campaign([gid, benGid]))).data).toEqual({
    campaign: 'pasko-2026',
    given: 1,
    hadIt: 1,
  });
  const rows = await app.db
    .selectFrom('audit_log')
    .selectAll()
    .where('act', '=', 'ops coupon grant')
    .orderBy('at')
    .execute();
  expect(rows.at(-1)).toMatchObject({
    reason: 'ticket 12',
    detail: { campaign: 'pasko-2026', given: 1 },
  });
  const listed = await act('coupon/list', { person: gid });
  expect(listed.data?.coupons).toMatchObject([
    { grantedFor: 'campaign pasko-2026' },
    { grantedFor: 'welcome' },
  ]);
});

slow.each([
  ['whose last day has passed', { endsOn: '2026-11-19' }, 'The last day has passed'],
  ['that begins after it ends', { startsOn: '2027-01-02' }, 'The first day is after'],
  ['that lasts over a year', { endsOn: '2029-01-01' }, 'within 366 days from today'],
  [
    'for larger loans than the catalogue has',
    { minimumLoanCentavos: 400_000 * peso },
    'above the largest possible loan',
  ],
])('declines a campaign %s', async (_what, other, words) => {
  const { gid } = await approved();
  expect((await act('coupon/grant', campaign([gid], other))).wrong).toContain(words);
});
