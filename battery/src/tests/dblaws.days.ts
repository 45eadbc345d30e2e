// What the serving role may and may not do to the sealed days of the books, and to holidays. The entry of `lawful` in dblaws.ts is of 1 January 2026.
const hash = (nth: number) => `decode(repeat('0${nth}', 32), 'hex')`;
const day = (on: string, previous: number, own: number) =>
  `insert into ledger_days (day, entry_count, line_count, sealed_at, rows_hash, previous_hash, hash)
    values ('${on}', 0, 0, '2026-02-01', ${hash(9)}, ${hash(previous)}, ${hash(own)})`;
const head = (on: string, own: number) =>
  `update ledger_head set closed_to = greatest(closed_to, '${on}'), sealed_to = '${on}', hash = ${hash(own)}`;

/** Two days are sealed, one after the other. */
export const lawfulDays: readonly (readonly string[])[] = [
  [day('2026-01-01', 0, 1), head('2026-01-01', 1)],
  [day('2026-01-02', 1, 2), head('2026-01-02', 2)],
];

/** Whose columns the serving role may not write, and what the triggers refuse. */
export const unlawfulDays: readonly (readonly [what: string, ...statements: string[]])[] = [
  ['a sealed day after a gap', day('2026-01-04', 2, 3)],
  ['a sealed day a second time', day('2026-01-02', 1, 3)],
  ['a sealed day that follows another hash', day('2026-01-03', 1, 3)],
  ['an entry booked on a day of its own choice that claims to be sealed', 'insert into ledger_entries (booked_on) values (null)'],
  ['choosing the number of an entry', 'insert into ledger_entries (number) values (1)'],
  ['taking the end of the sealed days back', head('2026-01-01', 1)],
  ['moving the end of the sealed days to a day without a seal', head('2026-01-09', 2)],
  ['moving the end of the sealed days to another hash', head('2026-01-02', 7)],
  ['opening the books again', 'update ledger_head set closed_to = closed_to - 1'],
  ['opening all of the books again', 'update ledger_head set closed_to = null'],
  ['sealing a day that is not closed', day('2026-01-03', 2, 3), `update ledger_head set sealed_to = '2026-01-03', hash = ${hash(3)}`],
  ['taking all seals back', 'update ledger_head set sealed_to = null'],
  ['changing a sealed day', 'update ledger_days set entry_count = 0'],
  ['deleting a sealed day', 'delete from ledger_days'],
  ['emptying the sealed days', 'truncate ledger_days cascade'],
  ['changing what an entry hashed to', `update ledger_day_entries set hash = ${hash(1)}`],
  ['deleting what an entry hashed to', 'delete from ledger_day_entries'],
  ['deleting the end of the sealed days', 'delete from ledger_head'],
  ['taking a holiday back', 'delete from holidays'],
  ['moving a holiday', `update holidays set day = '2026-12-26'`],
  ['a second end of the sealed days', `insert into ledger_head (is_only, hash) values (false, ${hash(1)})`],
];
