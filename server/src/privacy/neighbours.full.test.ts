// Compares two people who have a row in every exported table. Each must get all of their own data
// and none of the other person's.
import { allCalls } from '@sandali/contract/all.ts';
import { billDetail } from '@sandali/contract/billDetail.ts';
import { calendarCallback } from '@sandali/contract/calendar.ts';
import { complaintCreate, complaintPicture } from '@sandali/contract/cases.ts';
import { documentGet, documentList } from '@sandali/contract/document.ts';
import { feedbackSubmit } from '@sandali/contract/home.ts';
import { loanDetail, productCal } from '@sandali/contract/loan.ts';
import { centavos } from '@sandali/contract/money.ts';
import { planApply, planCal } from '@sandali/contract/plan.ts';
import { dataExport, dataRequest } from '@sandali/contract/privacy.ts';
import { refundApply, refundQuery } from '@sandali/contract/refund.ts';
import { reminderSave } from '@sandali/contract/reminder.ts';
import { repaymentApply } from '@sandali/contract/repayment.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { somePicture } from '#/credit/testing.ts';
import { textOfPdf } from '#/platform/pdf/testing.ts';
import { newId } from '#/platform/random.ts';
import { addWallet, takeLoan } from '#/sandbox/life.ts';
import { testOps } from '#/staff/testing.ts';
import { gidOf, type Person, testApp } from '#/testing/app.ts';
import { extensionSteps } from '#/testing/extensions.ts';
import { moneySteps } from '#/testing/money.ts';
import { columnsOfBorrowers, tablesOfPeople } from './coverage.ts';
import { plantedColumns, plantedRows } from './planted-rows.testing.ts';
import { openedIn } from './testing.ts';

const app = await testApp({ checksBooks: false });
const money = moneySteps(app);
const { extend } = extensionSteps(app, money);
const { sealer } = app.context;
const staff = await testOps(app.context).person('support');

type Rich = Person & {
  id: string;
  accountId: string;
  loanId: string;
  words: string;
  amountCentavos: number;
};

/** Returns a borrower with a high limit, a wallet and a paid-out loan for 8 days. */
async function borrower(words: string, amountCentavos: number): Promise<Rich> {
  const person = await app.person({ withCredit: true });
  person.life.idOf = () => newId(app.clocks.wall());
  const id = await gidOf(person);
  const wider = { limit_centavos: BigInt(amountCentavos * 3), affordable_centavos: null };
  await app.db.updateTable('credit_lines').set(wider).where('borrower_id', '=', id).execute();
  const accountId = await addWallet(person.life);
  const { loanId } = await takeLoan(person.life, accountId, {
    termDays: 8,
    amountCentavos: centavos(amountCentavos),
  });
  await app.until(
    'the payout',
    async () => (await person.client.must(loanDetail, { loanId })).state === 'success',
  );
  return { ...person, id, accountId, loanId, words, amountCentavos };
}

/**
 * Submits feedback, a complaint and other data that involve no money. Staff answer the feedback.
 */
async function correspond({ client, id, words, loanId }: Rich): Promise<void> {
  await client.must(feedbackSubmit, { type: 6, userGid: id, describe: words });
  const { complaintId } = await client.must(complaintCreate, {
    kind: 'charges',
    loanId: null,
    payment: null,
    words,
  });
  await client.must(complaintPicture, { complaintId, bytes: await somePicture() });
  await client.must(dataRequest, { kind: 'correction', words });
  await client.must(reminderSave, { channel: 'sms', hour: 9 });
  const { bill } = await client.must(billDetail, { loanId });
  if (!bill.nextDue) throw new Error('the loan owes nothing yet to come');
  await client.must(calendarCallback, { loanId, dueOn: bill.nextDue.on, outcome: 'added' });
  const feedback = await app.db
    .selectFrom('feedback')
    .select('id')
    .where('borrower_id', '=', id)
    .executeTakeFirstOrThrow();
  const answer = await staff.ask(
    'feedback answer',
    { id: feedback.id, words: `${words}, sagot` },
    { reason: 'an answer' },
  );
  expect(answer.status, answer.wrong).toBe(200);
}

/** Stores the planted rows and columns as the owner of the tables. Triggers are disabled. */
async function insertPlanted(who: Rich): Promise<void> {
  await app.owner.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const [table, row] of Object.entries(plantedRows(app, who))) {
      // The table's name is known only at run time, so its columns have no static type.
      const values = { borrower_id: who.id, ...row } as never;
      await tx
        .insertInto(table as 'passkeys')
        .values(values)
        .execute();
    }
    const columns = plantedColumns(app, who);
    await tx.updateTable('borrowers').set(columns).where('id', '=', who.id).execute();
  });
}

/** Puts the extended loan into a plan, overpays it by ₱100, and refunds the overpayment. */
async function repayByPlan(who: Rich): Promise<void> {
  const { client, loanId, accountId } = who;
  const loan = { loanId };
  const { totalCentavos, textHash } = await client.must(planCal, { ...loan, count: 2 });
  await client.must(planApply, { ...loan, count: 2, totalCentavos, textHash, textRead: true });
  const { code } = await money.codeFor(who, loanId);
  const { bill } = await client.must(billDetail, loan);
  await money.bookPayments(await money.pay(code, bill.currentDue.owedCentavos + 100_00));
  await client.must(refundApply, { accountId, amountCentavos: 100_00 });
  await app.until(
    'the refund',
    async () => (await client.must(refundQuery, {})).refund?.state === 'paid',
  );
}

/** Takes out a second loan with its own repayment code, and adds the planted rows. */
async function borrowAgain(who: Rich): Promise<void> {
  const { client, life, accountId, amountCentavos } = who;
  const { loanId } = await takeLoan(life, accountId, {
    termDays: 15,
    amountCentavos: centavos(amountCentavos + 2_000_000),
  });
  await app.until(
    'the payout',
    async () => (await client.must(loanDetail, { loanId })).state === 'success',
  );
  await client.must(repaymentApply, {
    loanId,
    channel: 'sevenEleven',
    amountCentavos: amountCentavos / 2,
  });
  await life.client.must(productCal, {
    amountCentavos: centavos(amountCentavos + 1_000_000),
    termDays: 8,
    channel: 'wallet',
    accountId,
    voucherId: null,
  });
  await insertPlanted(who);
}

/** Returns every leaf of a value. Instants are normalized to milliseconds. */
function leavesOf(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (Buffer.isBuffer(value)) return [];
  if (value instanceof Temporal.Instant) return [`at ${value.epochMilliseconds}`];
  if (value instanceof Temporal.PlainDate) return [];
  if (typeof value === 'object') return Object.values(value).flatMap(leavesOf);
  const text = String(value);
  return /^\d{4}-\d\d-\d\dT.*Z$/.test(text) ? [`at ${Date.parse(text)}`] : [text];
}

/**
 * Returns the values in a person's rows of a table, except values so short that they could match by
 * chance.
 */
async function tokensOf(table: string, id: string): Promise<string[]> {
  const owner = sql.ref(table === 'borrowers' ? 'id' : 'borrower_id');
  const { rows } = await sql<{
    text: string;
    row: object;
  }>`select t::text as text, to_jsonb(t) as row from ${sql.table(table)} t
    where ${owner} = ${id}`.execute(app.owner.db);
  const opened = rows
    .flatMap(({ text }) => openedIn(text, sealer))
    .flatMap((content) => leavesOf(parsed(content)));
  const plain = rows
    .flatMap(({ row }) => leavesOf(row))
    .map((leaf) =>
      leaf.replace(/^(\d{4}-\d\d-\d\dT\S+)\+00:00$/, (_, at) => `at ${Date.parse(`${at}Z`)}`),
    );
  return [...opened, ...plain].filter(
    (leaf) => leaf !== id && leaf.length >= 5 && !/^\\x|^\d{4}-\d\d-\d\d$/.test(leaf),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

type TokensByTable = Map<string, string[]>;
async function tokensByTable(id: string): Promise<TokensByTable> {
  const tokens: TokensByTable = new Map();
  for (const name of ['borrowers', ...Object.keys(tablesOfPeople)])
    tokens.set(name, await tokensOf(name, id));
  return tokens;
}

/** Returns, for each table, the tokens that the other person does not have. */
function onlyIn(own: TokensByTable, other: TokensByTable): TokensByTable {
  const others = new Set([...other.values()].flat());
  return new Map(
    [...own].map(([name, tokens]) => [name, tokens.filter((token) => !others.has(token))]),
  );
}

/** Returns the columns of `borrowers` whose values are not at their paths in the JSON export. */
async function columnsNotShown(id: string, copy: object): Promise<string[]> {
  const row = await app.db
    .selectFrom('borrowers')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const stored = new Map<string, unknown>(Object.entries(row));
  const absent = Object.entries(columnsOfBorrowers).filter(([name, { shownIn }]) => {
    if (typeof shownIn !== 'string') return false;
    const value = stored.get(name);
    const [content] = Buffer.isBuffer(value)
      ? openedIn(`${id} \\x${value.toString('hex')}`, sealer)
      : [value];
    return (content ?? null) === null || String(valueAt(copy, shownIn)) !== String(content);
  });
  return absent.map(([name]) => name);
}

function valueAt(copy: object, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], copy);
}

type Everything = {
  all: Set<string>;
  copy: Set<string>;
  counts: Record<string, number>;
  absentColumns: string[];
};

/**
 * Returns the tokens that occur only in this table. If there are none, returns all of the table's
 * tokens.
 */
function ownOf(byTable: TokensByTable, table: string): string[] {
  const others = new Set([...byTable].flatMap(([name, tokens]) => (name === table ? [] : tokens)));
  const tokens = byTable.get(table) ?? [];
  const own = tokens.filter((token) => !others.has(token));
  return own.length > 0 ? own : tokens;
}

/** Returns the leaves of all successful read calls and of the JSON export. */
async function everythingFor({ client, id, loanId }: Rich): Promise<Everything> {
  const [complaint] = await app.db
    .selectFrom('complaints')
    .select('id')
    .where('borrower_id', '=', id)
    .execute();
  const codes = await app.db
    .selectFrom('repayment_codes')
    .select('id')
    .where('borrower_id', '=', id)
    .execute();
  const quotes = await app.db
    .selectFrom('quotes')
    .select('id')
    .where('borrower_id', '=', id)
    .execute();
  const inputs = [
    {},
    { loanId },
    { userGid: id },
    { complaintId: complaint?.id },
    ...codes.map((code) => ({ repaymentId: code.id })),
    ...quotes.map((quote) => ({ quoteId: quote.id })),
  ];
  const answers: unknown[] = [];
  for (const call of allCalls.filter(({ kind, who }) => kind === 'read' && who === 'borrower'))
    for (const input of inputs) {
      const answer = await client.ask(call, input as never);
      if (answer.name === 'success') answers.push(answer.data);
    }
  const { bytes } = await client.must(dataExport, { format: 'json' });
  const copy = JSON.parse(Buffer.from(bytes, 'base64').toString());
  const loan = copy.loans.find((row: { loanId: string }) => row.loanId === loanId);
  const counts = {
    passkeys: copy.account.passkeys.length,
    browsers: copy.reminders.browsers.length,
    payoutAccounts: copy.payoutAccounts.length,
    devices: copy.account.devices.length,
    payments: loan.payments.length,
    promises: loan.promises.length,
    waived: loan.waived.length,
  };
  return {
    all: new Set(leavesOf([answers, copy])),
    copy: new Set(leavesOf(copy)),
    counts,
    absentColumns: await columnsNotShown(id, copy),
  };
}

async function papersOf({ client }: Rich): Promise<string> {
  const { loans } = await client.must(documentList, {});
  const texts: string[] = [];
  const print = (bytes: string) => texts.push(textOfPdf(Buffer.from(bytes, 'base64')));
  for (const { loanId, documents } of loans)
    for (const { kind, itemId } of documents)
      print((await client.must(documentGet, { kind, loanId, itemId })).bytes);
  print((await client.must(dataExport, { format: 'pdf' })).bytes);
  return texts.join('\n').replace(/\s+/g, ' ');
}

/** Runs a step for each person, a minute apart, so no two rows have the same time. */
async function forEachPerson<P>(
  people: readonly P[],
  step: (who: P) => Promise<unknown>,
): Promise<void> {
  for (const who of people) {
    app.clocks.addMs(60_000);
    await step(who);
  }
}

slow('reads and exports return all of a person’s data and nobody else’s', async () => {
  const both: Rich[] = [];
  await forEachPerson(
    [
      { words: 'Ang tinig ni Ana', amountCentavos: 8_000_000 },
      { words: 'Ang sulat ni Ben', amountCentavos: 11_000_000 },
    ],
    async ({ words, amountCentavos }) => both.push(await borrower(words, amountCentavos)),
  );
  await forEachPerson(both, correspond);
  await app.addDays(8);
  await forEachPerson(both, (who) => extend(who, who.loanId));
  await app.addDays(6);
  await app.work();
  await forEachPerson(both, repayByPlan);
  await forEachPerson(both, borrowAgain);
  app.clocks.addMs(60_000);
  const [anna, ben] = both as [Rich, Rich];
  const [annas, bens] = [await tokensByTable(anna.id), await tokensByTable(ben.id)];
  // The export shows no value that is unique to these tables, so the test counts their rows
  // instead.
  const counted = {
    passkeys: 1,
    browsers: 1,
    payoutAccounts: 1,
    devices: 1,
    payments: 2,
    promises: 1,
    waived: 1,
  };
  const otherwise = [
    'passkeys',
    'push_subscriptions',
    'payout_accounts',
    'sessions',
    'payment_allocations',
    'promises_to_pay',
    'bill_decisions',
    'bank_transfers',
  ];
  const shown = Object.entries(tablesOfPeople).filter(
    ([name, { shownIn }]) => typeof shownIn === 'string' && !otherwise.includes(name),
  );
  for (const [who, tokens, others] of [
    [anna, annas, onlyIn(bens, annas)],
    [ben, bens, onlyIn(annas, bens)],
  ] as const) {
    const { all, copy, counts, absentColumns } = await everythingFor(who);
    expect(counts).toEqual(counted);
    expect(absentColumns, 'plant the columns, and export them where coverage.ts says').toEqual([]);
    expect(matching(others, (token) => all.has(token))).toEqual([]);
    const absent = shown.filter(([name]) => !ownOf(tokens, name).some((token) => copy.has(token)));
    expect(absent.map(([name]) => name)).toEqual([]);
    const papers = await papersOf(who);
    expect(matching(others, (token) => token.length >= 10 && papers.includes(token))).toEqual([]);
  }
});

/** Returns the tokens that match, with their tables. */
function matching(byTable: TokensByTable, matches: (token: string) => boolean): string[] {
  return [...byTable].flatMap(([name, tokens]) =>
    tokens.filter(matches).map((token) => `${name}: ${token}`),
  );
}
