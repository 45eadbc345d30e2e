// Database laws of the chained days of the books, and of holidays. The entries of dblaws.ledger.ts
// are of 1 January 2026.
const hash = (nth: number) => `decode(repeat('0${nth}', 32), 'hex')`;
const day = (on: string, previous: number, own: number, entries = 0) =>
  `insert into ledger_days (day, entry_count, line_count, chained_at, rows_hash, previous_hash, hash)
    values ('${on}', ${entries}, ${2 * entries}, '2026-02-01', ${hash(9)}, ${hash(previous)}, ${hash(own)})`;
const close = (on: string) => `update ledger_head set closed_to = '${on}'`;
const entryHash = (entryId: string, on: string) =>
  `insert into ledger_day_entries (entry_id, day, hash) values ('${entryId}', '${on}', ${hash(5)})`;
const lawfulEntries = [1, 6, 7].map((nth) => `018f0000-0000-7000-8000-00000000000${nth}`);
const lateEntry = '018f0000-0000-7000-8000-000000000092';
/** In the books of 3 January, the first open day. */
const late = `insert into ledger_entries (id, kind, fact_key, happened_at, recorded_at, business_on, line_count)
    values ('${lateEntry}', 'test', 'late', '2026-01-01', '2026-01-01', '2026-01-01', 2)`;
const head = (on: string, own: number) =>
  `update ledger_head set closed_to = greatest(closed_to, '${on}'), chained_to = '${on}', hash = ${hash(own)}`;

const closed = (on: string, at: string) =>
  `insert into day_closes (day, closed_at, entries, interest_centavos, late_centavos, bills_due, bills_overdue, codes_ended, reminders_sent, reminders_missed)
    values ('${on}', '${at}', 0, 0, 0, 0, 0, 0, 0, 0)`;

/** Chains two days and closes two. */
export const lawfulDays: readonly (readonly string[])[] = [
  [close('2026-01-01')],
  lawfulEntries.map((id) => entryHash(id, '2026-01-01')),
  [day('2026-01-01', 0, 1, lawfulEntries.length), head('2026-01-01', 1)],
  [close('2026-01-02'), day('2026-01-02', 1, 2), head('2026-01-02', 2)],
  [closed('2026-01-01', '2026-02-01'), closed('2026-01-02', '2026-02-01')],
];

/** Writes that privileges or triggers must refuse. */
export const unlawfulDays: readonly (readonly [what: string, ...statements: string[]])[] = [
  ['a chained day after a gap', close('2026-01-04'), day('2026-01-04', 2, 3)],
  ['a chained day a second time', day('2026-01-02', 1, 3)],
  ['a chained day that follows another hash', close('2026-01-03'), day('2026-01-03', 1, 3)],
  [
    'an entry booked on a day of its own choice that claims to be chained',
    'insert into ledger_entries (booked_on) values (null)',
  ],
  ['choosing the number of an entry', 'insert into ledger_entries (number) values (1)'],
  ['taking the end of the chained days back', head('2026-01-01', 1)],
  [
    'moving the end of the chained days to a day without a link',
    close('2026-01-09'),
    head('2026-01-09', 2),
  ],
  ['moving the end of the chained days to another hash', head('2026-01-02', 7)],
  ['opening the books again', 'update ledger_head set closed_to = closed_to - 1'],
  ['opening all of the books again', 'update ledger_head set closed_to = null'],
  ['chaining a day that is not closed', day('2026-01-03', 2, 3)],
  ['taking all links back', 'update ledger_head set chained_to = null'],
  ['changing a chained day', 'update ledger_days set entry_count = 0'],
  ['deleting a chained day', 'delete from ledger_days'],
  ['emptying the chained days', 'truncate ledger_days cascade'],
  ['changing what an entry hashed to', `update ledger_day_entries set hash = ${hash(1)}`],
  ['deleting what an entry hashed to', 'delete from ledger_day_entries'],
  ['deleting the end of the chained days', 'delete from ledger_head'],
  ['taking a holiday back', 'delete from holidays'],
  ['moving a holiday', `update holidays set day = '2026-12-26'`],
  ['a closed day that is not over', closed('2026-02-01', '2026-02-01')],
  [
    'a closed day that says something else than what its close has posted',
    `insert into day_close_charges values ('2026-01-03', 1, 100, 0)`,
    closed('2026-01-03', '2026-02-01'),
  ],
  [
    'moving what a close has posted to another day',
    `update day_close_charges set day = '2026-01-04'`,
  ],
  ['deleting what a close has posted', 'delete from day_close_charges'],
  ['changing a closed day', 'update day_closes set entries = 0'],
  ['deleting a closed day', 'delete from day_closes'],
  ['emptying the closed days', 'truncate day_closes'],
  ['a closed day after a gap', closed('2026-01-04', '2026-02-01')],
  [
    'an entry of a close in the books of a day that it does not name',
    `insert into ledger_entries (id, kind, fact_key, happened_at, recorded_at, business_on, line_count)
      values ('018f0000-0000-7000-8000-000000000090', 'charges.posted', 'day 2026-01-05 x', '2026-01-06', '2026-01-07', '2026-01-04', 2)`,
  ],
  [
    'an entry of a close that is no charge',
    `insert into ledger_entries (id, kind, fact_key, happened_at, recorded_at, business_on, line_count)
      values ('018f0000-0000-7000-8000-000000000091', 'money.shared', 'day 2026-01-05 ', '2026-01-06', '2026-01-07', '2026-01-05', 2)`,
  ],
  [
    'a second end of the chained days',
    `insert into ledger_head (singleton, hash) values (false, ${hash(1)})`,
  ],
];

/** Hashes that triggers must refuse, and the words of the refusal. */
export const unlawfulHashes: readonly (readonly [
  what: string,
  words: RegExp,
  ...statements: string[],
])[] = [
  [
    'a chained day that counts an entry too many',
    /has all its entries/,
    close('2026-01-03'),
    day('2026-01-03', 2, 3, 1),
  ],
  [
    'a chained day that leaves an entry out',
    /has all its entries/,
    late,
    close('2026-01-03'),
    day('2026-01-03', 2, 3),
  ],
  [
    'a chained day without the hash of its entry',
    /has all its entries/,
    late,
    close('2026-01-03'),
    day('2026-01-03', 2, 3, 1),
  ],
  [
    'the hash of an entry before its day is closed',
    /hashed after its day/,
    late,
    entryHash(lateEntry, '2026-01-03'),
  ],
  [
    'the hash of an entry for another day',
    /hashed after its day/,
    late,
    close('2026-01-04'),
    entryHash(lateEntry, '2026-01-04'),
  ],
  [
    'the hash of an entry for a day that is chained',
    /hashed after its day/,
    late,
    entryHash(lateEntry, '2026-01-02'),
  ],
];
