// Database rules for the hash chain of closed days, and for holidays. dblaws.ledger.ts books
// entries on 1 January 2026.
const hash = (nth: number) => `decode(repeat('0${nth}', 32), 'hex')`;
const day = (on: string, previous: number, own: number, entries = 0) =>
  `insert into ledger_days (day, entry_count, line_count, chained_at, rows_hash, previous_hash, hash)
    values ('${on}', ${entries}, ${2 * entries}, '2026-02-01', ${hash(9)}, ${hash(previous)}, ${hash(own)})`;
const close = (on: string) => `update ledger_head set closed_to = '${on}'`;
const entryHash = (entryId: string, on: string) =>
  `insert into ledger_day_entries (entry_id, day, hash) values ('${entryId}', '${on}', ${hash(5)})`;
const lawfulEntries = [1, 6, 7].map((nth) => `018f0000-0000-7000-8000-000000000${nth}00`);
const lateEntry = '018f0000-0000-7000-8000-000000009200';
/** Inserts an entry that is booked on 3 January, the first open day. */
const late = `insert into ledger_entries (id, kind, fact_key, happened_at, recorded_at, business_on, line_count)
    values ('${lateEntry}', 'test', 'late', '2026-01-01', '2026-01-01', '2026-01-01', 2)`;
const head = (on: string, own: number) =>
  `update ledger_head set closed_to = greatest(closed_to, '${on}'), chained_to = '${on}', hash = ${hash(own)}`;

const closed = (on: string, at: string) =>
  `insert into day_closes (day, closed_at, entries, interest_centavos, late_centavos, bills_due, bills_overdue, codes_ended, reminders_sent, reminders_missed)
    values ('${on}', '${at}', 0, 0, 0, 0, 0, 0, 0, 0)`;

const figure = (on: string) => `insert into report_figures values ('${on}', 'applied', '', 1, 0)`;
const reported = (on: string) => `insert into report_days values ('${on}', '2026-02-01')`;

/** Adds the hashes of two days to the chain, and closes the days. */
export const lawfulDays: readonly (readonly string[])[] = [
  [close('2026-01-01')],
  lawfulEntries.map((id) => entryHash(id, '2026-01-01')),
  [day('2026-01-01', 0, 1, lawfulEntries.length), head('2026-01-01', 1)],
  [close('2026-01-02'), day('2026-01-02', 1, 2), head('2026-01-02', 2)],
  [closed('2026-01-01', '2026-02-01'), closed('2026-01-02', '2026-02-01')],
  [figure('2026-01-01'), reported('2026-01-01')],
];

/** Writes that privileges or triggers must refuse. */
export const unlawfulDays: readonly (readonly [act: string, ...statements: string[]])[] = [
  ['a chained day after a gap', close('2026-01-04'), day('2026-01-04', 2, 3)],
  ['chaining a day twice', day('2026-01-02', 1, 3)],
  ['a chained day with a wrong previous hash', close('2026-01-03'), day('2026-01-03', 1, 3)],
  [
    'an entry that sets its own booking day',
    'insert into ledger_entries (booked_on) values (null)',
  ],
  ['an entry that sets its own number', 'insert into ledger_entries (number) values (1)'],
  ['moving the head of the chain back', head('2026-01-01', 1)],
  ['moving the head of the chain to an unchained day', close('2026-01-09'), head('2026-01-09', 2)],
  ['changing the hash at the head of the chain', head('2026-01-02', 7)],
  ['reopening a closed day', 'update ledger_head set closed_to = closed_to - 1'],
  ['reopening all closed days', 'update ledger_head set closed_to = null'],
  ['chaining an open day', day('2026-01-03', 2, 3)],
  ['unchaining all days', 'update ledger_head set chained_to = null'],
  ['changing a chained day', 'update ledger_days set entry_count = 0'],
  ['deleting a chained day', 'delete from ledger_days'],
  ['truncating the chained days', 'truncate ledger_days cascade'],
  ['changing an entry’s hash', `update ledger_day_entries set hash = ${hash(1)}`],
  ['deleting an entry’s hash', 'delete from ledger_day_entries'],
  ['deleting the head of the chain', 'delete from ledger_head'],
  ['deleting a holiday', 'delete from holidays'],
  ['moving a holiday', `update holidays set day = '2026-12-26'`],
  ['adding a figure to a written day', figure('2026-01-01')],
  ['a figure of a day that is not written', figure('2026-01-02')],
  ['changing a figure', 'update report_figures set count = 2'],
  ['deleting a figure', 'delete from report_figures'],
  ['deleting a written day', 'delete from report_days'],
  ['writing the figures of a day after a gap', reported('2026-01-03')],
  [
    'writing the figures of a day whose books are open',
    reported('2026-01-02'),
    reported('2026-01-03'),
  ],
  ['closing a day before its end', closed('2026-02-01', '2026-02-01')],
  [
    'a day close that contradicts its posted charges',
    `insert into day_close_charges values ('2026-01-03', 1, 100, 0)`,
    closed('2026-01-03', '2026-02-01'),
  ],
  ['moving posted charges to another day', `update day_close_charges set day = '2026-01-04'`],
  ['deleting posted charges', 'delete from day_close_charges'],
  ['changing a day close', 'update day_closes set entries = 0'],
  ['deleting a day close', 'delete from day_closes'],
  ['truncating the day closes', 'truncate day_closes'],
  ['closing a day after a gap', closed('2026-01-04', '2026-02-01')],
  [
    'a day-close entry on another day than its key names',
    `insert into ledger_entries (id, kind, fact_key, happened_at, recorded_at, business_on, line_count)
      values ('018f0000-0000-7000-8000-000000009000', 'charges.posted', 'day 2026-01-05 x', '2026-01-06', '2026-01-07', '2026-01-04', 2)`,
  ],
  [
    'a day-close entry that is not a charge',
    `insert into ledger_entries (id, kind, fact_key, happened_at, recorded_at, business_on, line_count)
      values ('018f0000-0000-7000-8000-000000009100', 'money.shared', 'day 2026-01-05 ', '2026-01-06', '2026-01-07', '2026-01-05', 2)`,
  ],
  [
    'a second head of the chain',
    `insert into ledger_head (singleton, hash) values (false, ${hash(1)})`,
  ],
];

/** Hashes that triggers must refuse, each with the expected error message. */
export const unlawfulHashes: readonly (readonly [
  act: string,
  words: RegExp,
  ...statements: string[],
])[] = [
  [
    'a chained day with too high an entry count',
    /must include all its entries/,
    close('2026-01-03'),
    day('2026-01-03', 2, 3, 1),
  ],
  [
    'a chained day that omits an entry',
    /must include all its entries/,
    late,
    close('2026-01-03'),
    day('2026-01-03', 2, 3),
  ],
  [
    'a chained day without its entry’s hash',
    /must include all its entries/,
    late,
    close('2026-01-03'),
    day('2026-01-03', 2, 3, 1),
  ],
  [
    'hashing an entry before its day is closed',
    /hashed only after its day/,
    late,
    entryHash(lateEntry, '2026-01-03'),
  ],
  [
    'hashing an entry for another day',
    /hashed only after its day/,
    late,
    close('2026-01-04'),
    entryHash(lateEntry, '2026-01-04'),
  ],
  [
    'hashing an entry for a chained day',
    /hashed only after its day/,
    late,
    entryHash(lateEntry, '2026-01-02'),
  ],
];
