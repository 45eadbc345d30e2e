// What the worker and the books read over all borrowers: how long it takes, and on how many shards; and whether the lives add up.
import type { Database } from '@sandali/server/db/database.ts';
import { company } from './tables.ts';
import type { Mode } from './trial.ts';

/** How many borrowers have a loan to be repaid on each of the days, and how many wait for their payout. */
export const seeded = { borrowers: 3000, days: 10, unsent: 300 };
const [firstDay, atOnce] = ['2026-12-01', 500];

/** `shards` is null where nothing is distributed, 1 where one machine answers. */
export type Read = { name: string; ms: number; shards: number | null; rows: number };

const ofBucket = 'bucket = 7';

/** The reads of a mode; in buckets also of one alone, as a worker that leases it asks. */
function readsOf(mode: Mode): { name: string; text: string }[] {
  const on = mode === 'plain' ? 'e.id = l.entry_id' : `e.${mode} = l.${mode} and e.id = l.entry_id`;
  const all = (where: string, l = where) => [
    {
      name: 'bills due today',
      text: `select borrower_id, loan_id from bills where due_on = '${firstDay}' and settled_on is null ${where} order by loan_id limit ${atOnce}`,
    },
    {
      name: 'payouts not sent',
      text: `select borrower_id, id from loans where state = 'paying' and next_attempt_at <= '${firstDay}' ${where} order by next_attempt_at, id limit 50`,
    },
    {
      name: 'trial balance of a day',
      text: `select l.kind, sum(l.amount_centavos) as centavos, count(*) as lines from ledger_entries e join ledger_lines l on ${on}
        where e.business_on = '${firstDay}' ${l} group by l.kind order by l.kind`,
    },
  ];
  const whole = all('');
  return mode === 'bucket'
    ? [...whole, ...all(`and ${ofBucket}`, `and e.${ofBucket}`).map((one) => ({ ...one, name: `${one.name}, of one bucket` }))]
    : whole;
}

/** Adds borrowers with a loan each, set-based: a bill and an entry for most, a payout that waits for the others. Ids follow from the number. */
export async function seed({ pool }: Database, mode: Mode): Promise<void> {
  const bucket = mode === 'bucket' ? 'bucket_of(id), ' : '';
  const columns = mode === 'bucket' ? 'bucket, borrower_id' : 'borrower_id';
  const ours = mode === 'borrower_id' ? 'id' : `'${company}'::uuid`;
  const [isOpen, isUnsent] = [`n > ${seeded.unsent}`, `n <= ${seeded.unsent}`];
  const add = (table: string, names: string, values: string, where = 'true', more = '') =>
    pool.query(`insert into ${table} (${columns}${names && `, ${names}`}) select ${bucket}id${values && `, ${values}`}
      from (select md5('person ' || n)::uuid as id, n from generate_series(1, ${seeded.borrowers}) as n) as people where ${where} ${more}`);
  const accounts = mode === 'plain' ? 'owner_id, kind' : `${mode}, owner_id, kind`;
  await add('borrowers', 'phone_hash', `'phone ' || n`);
  await add(
    'loans',
    'id, state, principal_centavos, code, next_attempt_at',
    `id, case when ${isUnsent} then 'paying' else 'success' end, 100000, 'code ' || n, '2026-11-26'::timestamptz`,
  );
  await add('bills', 'loan_id, due_on, owed_centavos', `id, '${firstDay}'::date + n % ${seeded.days}, 100000`, isOpen);
  await add('ledger_accounts', 'owner_id, kind, balance_centavos', `id, 'loan.principal', 0`, isOpen);
  await add('ledger_accounts', 'owner_id, kind', `${ours}, 'gateway.float'`, isOpen, `on conflict (${accounts}) do nothing`);
  const client = await pool.connect();
  try {
    await client.query('begin');
    const within = (text: string) => client.query(text);
    const from = `from (select md5('person ' || n)::uuid as id, n from generate_series(1, ${seeded.borrowers}) as n) as people where ${isOpen}`;
    await within(`insert into ledger_entries (${columns}, id, fact_key, loan_id, business_on, line_count)
      select ${bucket}id, id, 'seed ' || n, id, '${firstDay}'::date + n % ${seeded.days}, 2 ${from}`);
    for (const [number, kind, owner, amount] of [
      [1, 'loan.principal', 'id', 100_000],
      [2, 'gateway.float', ours, -100_000],
    ])
      await within(`insert into ledger_lines (${columns}, entry_id, number, kind, owner_id, amount_centavos)
        select ${bucket}id, id, ${number}, '${kind}', ${owner}, ${amount} ${from}`);
    const { command } = await client.query('commit');
    if (command !== 'COMMIT') throw new Error('The entries of the seed were not committed.');
  } finally {
    client.release();
  }
}

/** Takes each read so many times. @returns the median, and the shards that its plan names. */
export async function measureReads({ pool }: Database, mode: Mode, times: number): Promise<Read[]> {
  const found: Read[] = [];
  for (const { name, text } of readsOf(mode)) {
    const { rows: plan } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`);
    const count = /Task Count: (\d+)/.exec(plan.map((line) => line['QUERY PLAN']).join('\n'))?.[1];
    const took: number[] = [];
    let rows = 0;
    for (let time = 0; time < times; time++) {
      const since = performance.now();
      rows = (await pool.query(text)).rows.length;
      took.push(performance.now() - since);
    }
    found.push({
      name,
      ms: took.toSorted((a, b) => a - b)[Math.floor(took.length / 2)] as number,
      shards: count ? Number(count) : null,
      rows,
    });
  }
  return found;
}

/** How even rows lie: the fullest shard's borrowers, of the mean of all shards, and the borrowers of each machine. Null where nothing is distributed. */
export type Spread = { fullest: number; machines: number[] } | null;

/** Counts the borrowers of each shard where it lies. */
export async function spreadOf({ pool }: Database, mode: Mode): Promise<Spread> {
  if (mode === 'plain') return null;
  const { rows } = await pool.query<{ machine: number; count: number }>(`
    select groupid as machine, result::int as count from run_command_on_shards('borrowers', 'select count(*) from %s') join pg_dist_placement using (shardid)`);
  const machines = Map.groupBy(rows, ({ machine }) => machine);
  const sum = (some: readonly { count: number }[]) => some.reduce((total, { count }) => total + count, 0);
  return { fullest: (Math.max(...rows.map(({ count }) => count)) * rows.length) / sum(rows), machines: [...machines.values()].map(sum) };
}

/**
 * What the tables hold that must not be after so many whole lives: money that is on nobody's account, a loan that is not settled, a balance that its lines do not
 * make, a payment whose owner the directory does not name.
 */
export async function whatDiffers({ pool }: Database, mode: Mode, lives: number): Promise<string[]> {
  const on = mode === 'plain' ? '' : `l.${mode} = a.${mode} and `;
  const checks: [string, string][] = [
    ['lines of the ledger do not sum to zero', 'select 1 from ledger_lines having coalesce(sum(amount_centavos), 0) <> 0'],
    [
      'an account is not the sum of its lines',
      `select 1 from ledger_accounts a join ledger_lines l on ${on}l.owner_id = a.owner_id and l.kind = a.kind
      where a.balance_centavos is not null group by a.owner_id, a.kind, a.balance_centavos having sum(l.amount_centavos) <> a.balance_centavos`,
    ],
    ['a bill is open', 'select 1 from bills where settled_on is null or owed_centavos <> 0 limit 1'],
    ['lives are missing', `select 1 from bills having count(*) <> ${lives}`],
    ['payments are missing', `select 1 from receipts having count(*) <> ${lives}`],
    [
      'a payment and the directory differ',
      `with paid as materialized (select code, borrower_id from receipts), known as materialized (select * from directory)
        select 1 from paid left join known on found_by = code where known.borrower_id is distinct from paid.borrower_id limit 1`,
    ],
  ];
  const differ: string[] = [];
  for (const [name, text] of checks) if ((await pool.query(text)).rows.length > 0) differ.push(`${mode}: ${name}`);
  return differ;
}
