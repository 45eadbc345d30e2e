// Creates borrowers with disbursed loans and repayment codes, for tests of incoming payments.
import type { RepaymentChannel } from '@sandali/contract/channel.ts';
import { centavos } from '@sandali/contract/money.ts';
import { type BorrowerCtx, pinned, workCtx } from '@sandali/server/context/ctx.ts';
import { storeSetting } from '@sandali/server/context/settings.ts';
import { inTx, type Tx } from '@sandali/server/db/database.ts';
import { newId } from '@sandali/server/platform/random.ts';
import { requestCode } from '@sandali/server/repayment/codes/apply.ts';
import type { LoanWish } from '@sandali/server/sandbox/life.ts';
import { lookUntilQuiet } from '@sandali/server/worker.ts';
import { multiply, signOne } from './crowd.ts';
import { type OpenServer, openServer } from './server.ts';
import type { TestBed } from './test-bed.ts';

export type Debtor = { borrowerId: string; loanId: string };
export const dayMs = 24 * 60 * 60 * 1000;
const waitMs = 240_000;
/** The maximum time per payout, in ms, when a busy machine pays thousands of them. */
const waitEachMs = 200;
const lookEveryMs = 20;

/**
 * Creates `count` borrowers, each with a disbursed loan. The `wishes` are spread evenly over them.
 */
export async function makeDebtors(
  bed: TestBed,
  count: number,
  wishes: readonly LoanWish[] = [{}],
): Promise<Debtor[]> {
  const { setup } = bed;
  const firsts: string[] = [];
  for (const [nth, wish] of wishes.entries()) {
    const first = await signOne(setup, { nth, ...wish });
    firsts.push(first);
    await multiply(
      bed.database,
      setup,
      first,
      Array<string>(Math.ceil(count / wishes.length)).fill('7701'),
    );
  }
  const { db } = bed.database;
  await db
    .transaction()
    .execute((tx) => storeSetting(tx, 'payoutsOn', true, 'battery', Temporal.Now.instant()));
  const server = await openServer(setup);
  try {
    const ended = async () =>
      (await db.selectFrom('loans').select('id').where('state', '<>', 'success').limit(1).execute())
        .length === 0;
    await workUntil(bed, server, 'the payouts', ended, waitMs + count * waitEachMs);
  } finally {
    await server.close();
  }
  const rows = await db
    .selectFrom('loans')
    .select(['id as loanId', 'borrower_id as borrowerId'])
    .where('id', 'not in', firsts)
    .orderBy('reference_no')
    .execute();
  return rows;
}

/**
 * Runs the worker until the condition holds. The bank sends no webhooks here, so the worker queries
 * the payouts.
 * @throws after `withinMs`
 */
export async function workUntil(
  bed: TestBed,
  { app }: OpenServer,
  goal: string,
  isReached: () => Promise<boolean>,
  withinMs = waitMs,
): Promise<void> {
  const since = performance.now();
  for (;;) {
    await lookUntilQuiet(app.context, app.steps);
    if (await isReached()) return;
    if (performance.now() - since > withinMs) throw new Error(`timed out waiting for ${goal}`);
    // Makes every payout due for its next status query.
    await bed.database.db
      .updateTable('payouts')
      .set({ next_attempt_at: app.context.clocks.wall() })
      .where('state', 'in', ['sent', 'unknown'])
      .execute();
    await new Promise((done) => setTimeout(done, lookEveryMs));
  }
}

/** Runs `work` on a server and a bank whose clocks are some days ahead. */
export async function onDay<T>(
  bed: TestBed,
  days: number,
  work: (server: OpenServer) => Promise<T>,
): Promise<T> {
  const aheadMs = bed.setup.aheadMs + days * dayMs;
  await bed.bank.setOffset(aheadMs);
  const server = await openServer({ ...bed.setup, aheadMs });
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}

/** Returns the context of a borrower's call, as the router would create it. */
export async function askedBy(
  { app: { context } }: OpenServer,
  borrowerId: string,
): Promise<BorrowerCtx> {
  const who = { borrowerId, tokenHash: Buffer.alloc(32), provenAt: context.clocks.wall() };
  const device = {
    deviceId: '',
    locale: 'en',
    terminal: 'web',
    attribution: null,
    userAgent: '',
    address: null,
  } as const;
  return {
    ...workCtx(context),
    ...(await pinned(context)),
    ...device,
    who,
    requestId: newId(context.clocks.wall()),
  };
}

/** Creates repayment codes, several at a time. @returns the codes in the order of `asks` */
export async function makeCodes(
  bed: TestBed,
  server: OpenServer,
  asks: ((tx: Tx) => Promise<string>)[],
): Promise<string[]> {
  const { db } = bed.database;
  const ids: string[] = [];
  for (const ask of asks) ids.push(await inTx(server.app.context.db, ask));
  await workUntil(bed, server, 'the codes', async () => {
    const waiting = await db
      .selectFrom('repayment_codes')
      .select('id')
      .where('id', 'in', ids)
      .where('issued_at', 'is', null)
      .where('replaced_at', 'is', null)
      .execute();
    return waiting.length === 0;
  });
  const rows = await db
    .selectFrom('repayment_codes')
    .select(['id', 'code'])
    .where('id', 'in', ids)
    .execute();
  const codeOf = new Map(rows.map((row) => [row.id, row.code ?? '']));
  return ids.map((id) => codeOf.get(id) ?? '');
}

/** Creates a repayment code, as /repayment/apply does. */
export function codeFor(
  server: OpenServer,
  { borrowerId, loanId }: Debtor,
  channel: RepaymentChannel,
  amountCentavos: number,
) {
  return async (tx: Tx): Promise<string> => {
    const input = { loanId, channel, amountCentavos: centavos(amountCentavos) } as Parameters<
      typeof requestCode
    >[2];
    return (await requestCode(await askedBy(server, borrowerId), tx, input)).ids.repaymentId;
  };
}

/**
 * Makes the bank simulator record a payment, without a counter's checks and without a webhook.
 * @returns the gateway's payment id
 */
export async function payAt(
  bed: TestBed,
  code: string,
  amountCentavos: number,
  currency = 'PHP',
): Promise<string> {
  return (await bed.atBank('/control/pay', { code, amountCentavos, currency, force: true })).id;
}

/**
 * Sends a payment's webhook as the bank would. Tests may send the same event repeatedly.
 * @throws if it is not accepted
 */
export async function sendPaymentEvent(
  bed: TestBed,
  { app }: OpenServer,
  paymentId: string,
): Promise<void> {
  const created = app.context.clocks.wall().toString();
  const body = JSON.stringify({
    id: `ev-${paymentId}`,
    event: 'payment.received',
    created,
    data: { paymentId },
  });
  const headers = {
    'content-type': 'application/json',
    'content-length': String(body.length),
    'x-callback-token': bed.setup.bank.token,
  };
  const answer = await app.hooks.fetch(
    new Request('http://localhost/hooks/sandbox', { method: 'POST', headers, body }),
  );
  if (answer.status !== 200) throw new Error(`the hook answered ${answer.status}`);
}

/** Processes a list, at most `atOnce` items in parallel. */
export async function manyAtOnce<T>(
  things: readonly T[],
  atOnce: number,
  act: (thing: T) => Promise<void>,
): Promise<void> {
  const queue = [...things];
  const worker = async () => {
    for (let thing = queue.shift(); thing !== undefined; thing = queue.shift()) await act(thing);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/**
 * Returns each borrower's final state: the bill, its payments by day, the amount owed according to
 * the books, and the refundable amount.
 */
export async function endsOf({ database: { db } }: TestBed): Promise<Map<string, BillEnd>> {
  const bills = await db
    .selectFrom('bills')
    .select(['borrower_id', 'loan_id', 'settled_as', 'settled_on', 'charged_to', 'arrived_on'])
    .execute();
  const money = await db
    .selectFrom('payment_allocations')
    .select(['loan_id', 'value_on'])
    .select(({ fn }) => fn.sum<string>('amount_centavos').as('sum'))
    .groupBy(['loan_id', 'value_on'])
    .orderBy('value_on')
    .execute();
  const accounts = await db
    .selectFrom('ledger_accounts')
    .select(['kind', 'owner_id', 'balance_centavos'])
    .execute();
  const balance = (kind: string, owner: string) =>
    Number(
      accounts.find((account) => account.kind === kind && account.owner_id === owner)
        ?.balance_centavos ?? 0,
    );
  const owedKinds = ['loan.principal', 'loan.interest', 'loan.late', 'loan.extensionFee'];
  return new Map(
    bills.map((bill) => [
      bill.borrower_id,
      {
        settledAs: bill.settled_as,
        settledOn: bill.settled_on?.toString() ?? null,
        onBill: money
          .filter((row) => row.loan_id === bill.loan_id && row.sum !== '0')
          .map((row) => ({
            day: row.value_on.since(bill.arrived_on).days,
            centavos: Number(row.sum),
          })),
        owed: owedKinds.map((kind) => balance(kind, bill.loan_id)),
        refundable: -balance('borrower.refundable', bill.borrower_id),
      },
    ]),
  );
}
export type BillEnd = {
  settledAs: string | null;
  settledOn: string | null;
  /** `day` is the number of days since the loan was paid out. */
  onBill: { day: number; centavos: number }[];
  owed: number[];
  refundable: number;
};
