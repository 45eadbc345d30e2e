// Changes every value of every chained entry, line and day, deletes each row, and inserts new rows.
// The verification must find each change on its day and give the id of the changed entry.
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { testContext } from '#/testing/context.ts';
import { chainDays } from './ledger.ts';
import { afterTampering, writeEntry } from './testing.ts';
import { verifyBooks } from './verify.ts';

const { app, clocks, fresh } = await testContext();
const dayCount = 3;
const ids: { id: string; day: string }[] = [];
for (let day = 0; day < dayCount; day += 1) {
  for (let nth = 0; nth < 2; nth += 1) {
    const id = await writeEntry(fresh.app.db, clocks.now());
    ids.push({ id, day: clocks.now().toZonedDateTimeISO('Asia/Manila').toPlainDate().toString() });
  }
  clocks.addDays(1);
}
await chainDays(workCtx(app));
const days = [...new Set(ids.map(({ day }) => day))];

const other: Record<string, string> = {
  kind: `'other'`,
  fact_key: `'x' || fact_key`,
  borrower_id: 'id',
  loan_id: 'id',
  happened_at: `happened_at + interval '1 microsecond'`,
  recorded_at: `recorded_at - interval '1 microsecond'`,
  business_on: 'business_on - 1',
  line_count: 'line_count + 1',
};
const otherDay: Record<string, string> = {
  entry_count: 'entry_count - 1',
  line_count: 'line_count + 1',
  chained_at: `chained_at + interval '1 second'`,
  rows_hash: 'sha256(rows_hash)',
  previous_hash: 'sha256(previous_hash)',
  hash: 'sha256(hash)',
};
const zero = (nth: number) => `00000000-0000-7000-8000-00000000000${nth}`;
const entryOn = (day: string, nth: number) =>
  `insert into ledger_entries (id, kind, fact_key, happened_at, recorded_at, business_on, booked_on, line_count)
    values ('${zero(nth)}', 'x', 'x ${nth}', '${day}', '${day}', '${day}', '${day}', 2)`;

type Tamper = { day: string; entry: string | null; statements: string[] };
const ofEntries: Tamper[] = ids.flatMap(({ id, day }) => {
  const ofEntry = (statement: string) => ({ day, entry: id, statements: [statement] });
  return [
    ...Object.entries(other).map(([column, value]) =>
      ofEntry(`update ledger_entries set ${column} = ${value} where id = '${id}'`),
    ),
    {
      day,
      entry: id,
      statements: [
        'alter table ledger_entries alter column number drop identity',
        `update ledger_entries set number = 1000 + number where id = '${id}'`,
      ],
    },
    ofEntry(`update ledger_entries set booked_on = '2030-01-01' where id = '${id}'`),
    ofEntry(`update ledger_entries set id = '${zero(9)}' where id = '${id}'`),
    ofEntry(`delete from ledger_entries where id = '${id}'`),
    ofEntry(`delete from ledger_lines where entry_id = '${id}'`),
    ofEntry(`delete from ledger_lines where entry_id = '${id}' and number = 1`),
    ofEntry(
      `update ledger_lines set amount_centavos = 2 * amount_centavos where entry_id = '${id}'`,
    ),
    ofEntry(`update ledger_lines set number = number + 5 where entry_id = '${id}'`),
    ofEntry(
      `insert into ledger_lines select entry_id, 9, account_id, 1 from ledger_lines where entry_id = '${id}' and number = 1`,
    ),
    ofEntry(`update ledger_lines set account_id = account_id + 1 where entry_id = '${id}'`),
    ofEntry(`update ledger_day_entries set hash = sha256(hash) where entry_id = '${id}'`),
    ofEntry(`delete from ledger_day_entries where entry_id = '${id}'`),
  ];
});
const ofDays: Tamper[] = days.flatMap((day) => {
  const link = (statement: string) => ({ day, entry: null, statements: [statement] });
  return [
    { day, entry: zero(1), statements: [entryOn(day, 1)] },
    // This entry is inserted together with a stored hash, as if it had been chained, so only the
    // day's hash reveals it.
    {
      day,
      entry: null,
      statements: [
        entryOn(day, 2),
        `insert into ledger_day_entries values ('${zero(2)}', '${day}', sha256('x'))`,
      ],
    },
    ...Object.entries(otherDay).map(([column, value]) =>
      link(`update ledger_days set ${column} = ${value} where day = '${day}'`),
    ),
    link(`delete from ledger_days where day = '${day}'`),
  ];
});
const [first, last] = [days[0] as string, days.at(-1) as string];
const ofEnds: Tamper[] = [
  { day: first, entry: null, statements: [entryOn('2026-01-01', 3)] },
  { day: last, entry: null, statements: [`update ledger_head set hash = sha256(hash)`] },
  { day: last, entry: null, statements: [`update ledger_head set chained_to = chained_to - 1`] },
  { day: last, entry: null, statements: [`delete from ledger_days`] },
  {
    day: first,
    entry: null,
    statements: [`update ledger_accounts set kind = 'x' || kind where kind = 'suspense'`],
  },
];
const tampers = [...ofEntries, ...ofDays, ...ofEnds];

test('verifies chained days that nobody has changed', async () => {
  expect(await verifyBooks(fresh.app.db, null)).toMatchObject({
    days: dayCount,
    entries: ids.length,
    broken: null,
  });
});

slow(`finds each of ${tampers.length} changes on the day that it changed`, async () => {
  const missed: string[] = [];
  for (const { day, entry, statements } of tampers) {
    const { broken } = await afterTampering(fresh.owner.db, statements, (read) =>
      verifyBooks(read, null),
    );
    if (broken?.day.toString() !== day)
      missed.push(`${statements.join('; ')}: ${broken?.day} ${broken?.reason}`);
    else if (entry && !broken.entries.some(({ entryId }) => entryId === entry))
      missed.push(`${statements.join('; ')}: ${JSON.stringify(broken.entries)}`);
  }
  expect(missed).toEqual([]);
  expect(await verifyBooks(fresh.app.db, null)).toMatchObject({ days: dayCount, broken: null });
});
