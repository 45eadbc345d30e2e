// What the attempts came to with Citus 13.0: a run that finds anything else says so and fails.
import type { Outcome } from './guarantees/guarantee.ts';
import type { Mode } from './trial.ts';

/** Of a guarantee the SQL by which it holds, or null where none was found; where nothing is said, it holds as written. Plain tables hold all as written. */
type Expected = Partial<Record<Exclude<Mode, 'plain'>, string | null>>;

const withColumn = 'with the distribution column';
const both = (sql: string | null): Expected => ({ borrower_id: sql, bucket: sql });

export const expected: Record<string, Expected> = {
  'a key that names its borrower: unique (borrower_id, grant_key)': { bucket: withColumn },
  'an id is of one row: primary key (id)': { borrower_id: null, bucket: 'primary key (bucket, id), check (bucket = bucket_of(id))' },
  'a fact is booked once, on whomever: unique (fact_key)': both('a directory distributed by the fact, written in the same transaction'),
  'one open bill a loan: unique (loan_id) where is_open': both(withColumn),
  'a company account is one: unique nulls not distinct (owner_id, kind)': both('a reference table of the company’s accounts'),
  'a request id is answered once, of two at the same time too: primary key (scope, request_id)': both(withColumn),
  'a bill has its loan: foreign key (loan_id)': both(withColumn),
  'a bill has its loan, when the transaction ends: deferred foreign key': both(withColumn),
  'money in names a borrower that exists: foreign key across distribution columns': both(null),
  'an entry balances and has all its lines at commit: deferred constraint trigger': both(withColumn),
  'an entry that does not balance leaves nothing on another machine either': both(withColumn),
  'a commit that a deferred trigger refuses says why: SQLSTATE': both(
    'the last statement of the batch asks the same: select refuse_unless(…)',
  ),
  'a balance is the sum of its lines, and guarded: statement trigger with a transition table': both('a trigger for each row'),
  'a day’s budget is kept by all loans: deferred trigger that changes a row of the company': both(
    'the last statement of the batch takes from the budget',
  ),
  'a statement raises a refusal: select refuse_unless(exists(…)) by the key of a row': both(withColumn),
  'a borrower is locked: select … for update by id': both(withColumn),
  'a lock that foreign keys do not wait for: for no key update by id': both(withColumn),
  'who waits for a lock hears of it in time: lock_timeout': both('citus.propagate_set_commands = local, set local lock_timeout'),
  'workers share what they find: for update skip locked over all': {
    borrower_id: 'found without a lock, then claimed a borrower at a time',
    bucket: 'the same, a bucket at a time',
  },
  'closing a day waits for postings: advisory lock, shared by a trigger': both(
    'a statement of the batch takes the lock, on the one coordinator',
  ),
  'money without an owner gets one, once: unique (receipt_id)': both(
    'the payment’s own row locked before the borrower, compared in both directions',
  ),
  'rows of one transaction know it, in triggers too: pg_current_xact_id()': both(
    'the default of a column, which the coordinator computes; no trigger asks',
  ),
  'reads of one moment agree, over all borrowers: repeatable read': both(null),
  'what stays is not granted for change, down to the column': both('update of the whole table, and a trigger that keeps the column'),
};

/** The SQL by which a guarantee is expected to hold. */
export function expectedOf(name: string, mode: Mode): string | null {
  const known = mode === 'plain' ? undefined : expected[name]?.[mode];
  return known === undefined ? 'as written' : known;
}

export type Found = { name: string; outcomes: Record<Mode, Outcome> };

/** Every outcome that is not the expected one, in words; and what is expected of guarantees that are not tried. */
export function changesOf(found: readonly Found[]): string[] {
  const changed = found.flatMap(({ name, outcomes }) =>
    (Object.entries(outcomes) as [Mode, Outcome][])
      .filter(([mode, { sql }]) => sql !== expectedOf(name, mode))
      .map(([mode, { sql }]) => `${name}, ${mode}: ${sql ?? 'does not hold'} (expected: ${expectedOf(name, mode) ?? 'does not hold'})`),
  );
  const untried = Object.keys(expected).filter((name) => !found.some((one) => one.name === name));
  return [...changed, ...untried.map((name) => `${name}: not tried`)];
}
