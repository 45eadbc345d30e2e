import { slow } from '@sandali/contract/slow.testing.ts';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { allCommands } from '#/app.ts';
import { opsListener } from '#/staff/listener.ts';
import { testOps } from '#/staff/testing.ts';
import { testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';
import { journalOf } from './journal.ts';
import { journalColumns, journalText } from './journal-export.ts';
import { trialBalanceOn } from './trial-balance.ts';

const app = await testApp();
const { debtor, codeFor, pay, bookPayments } = moneySteps(app);
const { person, lastRow } = testOps(app.context);
const peso = 100;
const { today } = app;

type Row = Record<(typeof journalColumns)[number], string>;

/** Parses the CSV's rows, which must have all columns. */
function rowsOf(text: string): Row[] {
  expect(text.split('\r\n', 1)[0]).toBe(journalColumns.join(','));
  return parse<Row>(text, { columns: true });
}
const centavosOf = (text: string) => BigInt((text || '0.00').replace('.', ''));

slow('the lines of an exported period add up to the trial balance', async () => {
  const from = today();
  const { anna, loanId } = await debtor(8);
  const { code } = await codeFor(anna, loanId, 20_000 * peso);
  await app.addDays(14);
  await bookPayments(await pay(code));
  await app.addDays(1);
  await app.work();
  const to = today().subtract({ days: 1 });
  const ana = await person('finance');
  const listener = opsListener({
    context: app.context,
    worker: { lastLookMs: () => 0, steps: () => [] },
    commands: allCommands,
  });
  const body = JSON.stringify({ input: { from: from.toString(), to: to.toString() } });
  const headers = {
    authorization: `Bearer ${ana.key}`,
    'content-type': 'application/json',
    'content-length': String(body.length),
  };
  const answer = await listener.request('/ops/journal/export', { method: 'POST', headers, body });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/csv; charset=utf-8',
  ]);
  expect(await lastRow()).toMatchObject({
    who: ana.name,
    act: 'ops journal export',
    detail: { from: from.toString(), to: to.toString() },
  });
  const text = await answer.text();
  const rows = rowsOf(text);
  const { accounts } = await trialBalanceOn(app.db, to, 'booked');
  for (const { kind, closingCentavos } of accounts) {
    const own = rows.filter((row) => row.account === kind);
    expect(
      own.reduce((sum, row) => sum + centavosOf(row.debit) - centavosOf(row.credit), 0n),
      kind,
    ).toBe(closingCentavos);
  }
  // After an entry's last line, both running totals are equal.
  for (const [nth, row] of rows.entries())
    if (rows[nth + 1]?.entry_id !== row.entry_id) expect(row.total_debit).toBe(row.total_credit);
  expect(rows.map((row) => row.kind)).toEqual(
    expect.arrayContaining(['loan.paidOut', 'charges.posted', 'repayment.booked']),
  );
  expect(text).not.toMatch(/Subok|Tao|\+63|0917/);
  const { rows: counted } = await sql<{
    count: number;
  }>`select count(*)::int as count from ledger_lines`.execute(app.db);
  expect(rows).toHaveLength(counted[0]?.count ?? 0);
});

test('the journal export refuses unchained days and invalid periods', async () => {
  const { ask } = await person('finance');
  const yesterday = today().subtract({ days: 1 }).toString();
  for (const [from, to, wrong] of [
    [yesterday, today().toString(), /^Only days in the hash chain can be exported/],
    [today().toString(), yesterday, /first day is after the last/],
    ['2020-01-01', yesterday, /366 days/],
  ] as const)
    expect(await ask('journal export', { from, to })).toMatchObject({
      status: 422,
      wrong: expect.stringMatching(wrong),
    });
  expect(
    (await (await person('engineer')).ask('journal export', { from: yesterday, to: yesterday }))
      .status,
  ).toBe(403);
});

test('pages of the journal neither omit nor repeat lines', async () => {
  const to = today().subtract({ days: 1 });
  const from = to.subtract({ days: 20 });
  const lines = (await Array.fromAsync(journalOf(app.db, { from, to }))).flat();
  const numbers = lines.map((line) => `${line.number} ${line.line}`);
  expect(new Set(numbers).size).toBe(numbers.length);
  const halves = [lines.slice(0, 7), lines.slice(7)];
  const pages = async function* () {
    yield* halves;
  };
  const whole = async function* () {
    yield lines;
  };
  const joined = async (text: AsyncIterable<string>) => (await Array.fromAsync(text)).join('');
  expect(await joined(journalText(pages()))).toBe(await joined(journalText(whole())));
});

slow.each([
  ['=1+1', "'=1+1"],
  ['+63917', "'+63917"],
  ['-5', "'-5"],
  ['@x', "'@x"],
  ['\tx', "'\tx"],
  ['a,b', '"a,b"'],
  ['=a"b', '"\'=a""b"'],
  ['plain', 'plain'],
])('the exported journal writes the cell %j as %j', async (factKey, written) => {
  const to = today().subtract({ days: 1 });
  const [[line] = []] = await Array.fromAsync(
    journalOf(app.db, { from: to.subtract({ days: 20 }), to }),
  );
  const pages = async function* () {
    if (line) yield [{ ...line, factKey }];
  };
  expect((await Array.fromAsync(journalText(pages()))).join('')).toContain(
    `,${line?.kind},${written},`,
  );
});
