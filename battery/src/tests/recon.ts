// Promise P8 at scale: reconciliation finds exactly the breaks planted among thousands of lines of
// settlement reports, each with its kind.
import { randomUUID } from 'node:crypto';
import { inBucketOf } from '@sandali/contract/id.ts';
import { centavos } from '@sandali/contract/money.ts';
import type { SettlementLine } from '@sandali/server/adapters/bank/port.ts';
import type { WorkCtx } from '@sandali/server/context/ctx.ts';
import { type Database, inTx } from '@sandali/server/db/database.ts';
import { createLog } from '@sandali/server/platform/log.ts';
import {
  compareOpen,
  takeSettlementReport,
} from '@sandali/server/reconciliation/reconcile-days.ts';
import { daySums } from '@sandali/server/reconciliation/store.ts';
import { withDatabase } from '#/database.ts';
import { type BatteryTest, type Context, Findings } from '#/test.ts';

const gateway = 'sandbox';
const first = Temporal.PlainDate.from('2026-06-01');
const days = 5;
const kinds = [
  'missingAtBank',
  'unknownToUs',
  'wrongAmount',
  'wrongDay',
  'duplicate',
  'reversed',
  'otherCurrency',
] as const;
type Kind = (typeof kinds)[number];

/** A movement in the books. `nth` determines its day. */
type Movement = {
  id: string;
  entryId: string;
  nth: number;
  isPayout: boolean;
  amountCentavos: number;
  at: Temporal.Instant;
};
type DatedLine = SettlementLine & { day: number };

export const recon: BatteryTest = {
  name: 'recon',
  about:
    'exactly the 600 breaks planted in 10,000 settlement lines are found, and close if resolved',
  async run(context) {
    const findings = new Findings();
    const [count, wanted] = context.isQuick ? [700, 42] : [10_000, 600];
    return await withDatabase(async (database) => {
      const borrowerId = randomUUID();
      const drawn = draw(context, borrowerId, count);
      const movements = await writeBooks(database, borrowerId, drawn);
      const { lines, planted } = plant(movements, wanted);
      const start = performance.now();
      const ctx = {
        app: { log: createLog('error'), db: database.db },
        now: noonAfter(days),
        wall: noonAfter(days),
      } as unknown as WorkCtx;
      const takeReports = async () => {
        for (let day = 0; day < days; day += 1) {
          const own = lines.filter((line) => line.day === day).map(({ day: _, ...line }) => line);
          await inTx(database.db, (tx) =>
            takeSettlementReport(ctx, tx, {
              gateway,
              day: first.add({ days: day }),
              source: 'gateway',
              lines: own,
            }),
          );
        }
        // The other side of a movement may be in a later settlement report.
        await compareOpen(ctx);
      };
      await takeReports();
      const ms = Math.round(performance.now() - start);
      const open = await listed(database);
      const [found, missed, wrong] = compare(planted, open);
      findings.expect(missed.length === 0, `not found: ${missed.length}, such as ${missed[0]}`);
      findings.expect(
        wrong.length === 0,
        `found but not planted: ${wrong.length}, such as ${wrong[0]}`,
      );
      findings.expect(ms < 60_000, `took ${ms} ms`);
      for (let day = 0; day < days; day += 1) {
        const { booksCentavos, bankCentavos, explainedCentavos } = await daySums(
          database.db,
          gateway,
          first.add({ days: day }),
        );
        findings.expect(
          booksCentavos - bankCentavos === explainedCentavos,
          `day ${day}: ${explainedCentavos} explained of ${booksCentavos - bankCentavos}`,
        );
      }
      await takeReports();
      findings.expect(
        (await listed(database)).size === open.size,
        'reading the same settlement reports again changes the breaks',
      );
      const closed = await bookUnknown(database, lines, takeReports);
      findings.expect(closed === 0, `${closed} booked payments are still open breaks`);
      return findings.outcome({
        movements: count,
        lines: lines.length,
        planted: planted.size,
        found,
        false: wrong.length,
        compareMs: ms,
      });
    });
  },
};

const instant = (day: number, second: number) =>
  first
    .add({ days: day })
    .toZonedDateTime('Asia/Manila')
    .add({ hours: 8, seconds: second })
    .toInstant();
const noonAfter = (day: number) => instant(day, 4 * 3600);

function draw({ random }: Context, borrowerId: string, count: number): Movement[] {
  return Array.from({ length: count }, (_, nth) => {
    const amountCentavos = 10_000 + Math.floor(random() * 5_000_000);
    return {
      id: inBucketOf(borrowerId, randomUUID()),
      entryId: randomUUID(),
      nth,
      isPayout: random() < 0.5,
      amountCentavos,
      at: instant(nth % days, nth),
    };
  });
}

/** Writes payouts, receipts and their entries under the serving role, as the product does. */
async function writeBooks(
  { pool }: Database,
  borrowerId: string,
  movements: Movement[],
): Promise<Movement[]> {
  await pool.query(
    `insert into borrowers (id, phone_sealed, phone_hash, agreement_version, locale, registered_at) values ($1, '', sha256('x'), 'test', 'en', '2026-05-01')`,
    [borrowerId],
  );
  await pool.query(
    `insert into ledger_accounts (kind, normal_side) values ('gateway.float', null), ('suspense', 'credit'), ('payout.contested', 'debit')`,
  );
  const recordset = `jsonb_to_recordset($1::jsonb) as g (id uuid, "entryId" uuid, nth int, "isPayout" boolean, "amountCentavos" bigint, at timestamptz)`;
  const rows = JSON.stringify(
    movements.map((movement) => ({ ...movement, at: movement.at.toString() })),
  );
  await inTransaction(pool, [
    [
      `insert into payouts (id, kind, subject_id, borrower_id, amount_centavos, channel, receiver_sealed, gateway, ordered_at, next_attempt_at)
       select g.id, 'loan', g.id, '${borrowerId}', g."amountCentavos", 'wallet', '', '${gateway}', g.at, g.at from ${recordset} where g."isPayout"`,
      rows,
    ],
    [
      `insert into ledger_entries (id, kind, fact_key, happened_at, recorded_at, business_on, line_count)
       select g."entryId", 'test', case when g."isPayout" then 'payout ' else 'receipt ' end || g.id, g.at, g.at, (g.at at time zone 'Asia/Manila')::date, 2 from ${recordset}`,
      rows,
    ],
    [
      `insert into ledger_lines (entry_id, number, account_id, amount_centavos)
       select g."entryId", side.n, a.id, case when g."isPayout" = (side.n = 1) then -g."amountCentavos" else g."amountCentavos" end from ${recordset}
       cross join (values (1), (2)) as side (n)
       join ledger_accounts a on a.kind = case when side.n = 1 then 'gateway.float' when g."isPayout" then 'payout.contested' else 'suspense' end`,
      rows,
    ],
    [
      `insert into receipts (id, gateway, gateway_payment_id, channel, amount_centavos, paid_at, value_on, booked_at, entry_id)
       select g.id, '${gateway}', g.id::text, 'wallet', g."amountCentavos", g.at, (g.at at time zone 'Asia/Manila')::date, g.at, g."entryId"
       from ${recordset} where not g."isPayout"`,
      rows,
    ],
  ]);
  return movements;
}

async function inTransaction(
  pool: Database['pool'],
  statements: [text: string, rows: string][],
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const [text, rows] of statements) await client.query(text, [rows]);
    await client.query('commit');
  } finally {
    client.release();
  }
}

function lineOf({ id, nth, isPayout, amountCentavos, at }: Movement): DatedLine {
  const of = {
    reference: isPayout ? id : null,
    gatewayId: id,
    amountCentavos: centavos(amountCentavos),
    currency: 'PHP',
    at,
    day: nth % days,
  };
  return { id: `line-${nth}`, kind: isPayout ? 'payoutPaid' : 'paymentReceived', ...of };
}

/** Creates settlement reports with planted breaks, and lists the breaks by kind and subject. */
function plant(
  movements: Movement[],
  wanted: number,
): { lines: DatedLine[]; planted: Set<string> } {
  const lines: DatedLine[] = [];
  const planted = new Set<string>();
  const every = Math.floor(movements.length / wanted);
  for (const movement of movements) {
    const line = lineOf(movement);
    const nth = movement.nth / every;
    const kind = Number.isInteger(nth) && nth < wanted ? (kinds[nth % kinds.length] as Kind) : null;
    lines.push(...bend(line, movement, kind, planted));
  }
  return { lines, planted };
}

function bend(
  line: DatedLine,
  { isPayout, id }: Movement,
  kind: Kind | null,
  planted: Set<string>,
): DatedLine[] {
  const more = { ...line, id: `${line.id}-more`, at: line.at.add({ seconds: 1 }) };
  const note = (of: string) => planted.add(`${kind} ${of}`);
  switch (kind) {
    case null:
      return [line];
    case 'missingAtBank':
      note(id);
      return [];
    case 'unknownToUs':
      note(`stray-${line.id}`);
      return [
        line,
        { ...more, kind: 'paymentReceived', reference: null, gatewayId: `stray-${line.id}` },
      ];
    case 'wrongAmount':
      note(id);
      return [{ ...line, amountCentavos: centavos(line.amountCentavos + 1) }];
    case 'wrongDay':
      note(id);
      return [{ ...line, day: line.day === days - 1 ? line.day - 1 : line.day + 1 }];
    case 'duplicate':
      note(id);
      return [line, more];
    case 'reversed':
      // Plant a reversal of the payout or, for a payment, a reversal of an unknown payout.
      note(isPayout ? id : `stray-${line.id}`);
      return [
        line,
        { ...more, kind: 'payoutReversed', reference: isPayout ? id : `stray-${line.id}` },
      ];
    case 'otherCurrency':
      note(id);
      return [{ ...line, currency: 'USD' }];
  }
}

async function listed({ db }: Database): Promise<Set<string>> {
  const rows = await db
    .selectFrom('reconciliation_breaks')
    .select(['kind', 'subject'])
    .where('ended_at', 'is', null)
    .execute();
  return new Set(rows.map((row) => `${row.kind} ${row.subject}`));
}

function compare(
  planted: Set<string>,
  open: Set<string>,
): [found: number, missed: string[], wrong: string[]] {
  return [
    [...planted].filter((key) => open.has(key)).length,
    [...planted].filter((key) => !open.has(key)),
    [...open].filter((key) => !planted.has(key)),
  ];
}

/**
 * Books the payments that only the settlement report contains, as the worker does.
 * @returns the number of payments that are still open breaks
 */
async function bookUnknown(
  database: Database,
  lines: DatedLine[],
  takeReports: () => Promise<void>,
): Promise<number> {
  const strays = lines.filter(
    (line) => line.kind === 'paymentReceived' && line.gatewayId.startsWith('stray-'),
  );
  const rows = strays.map((line) => ({
    entryId: randomUUID(),
    id: randomUUID(),
    payment: line.gatewayId,
    amount: line.amountCentavos,
    at: line.at.toString(),
  }));
  const recordset = `jsonb_to_recordset($1::jsonb) as g ("entryId" uuid, id uuid, payment text, amount bigint, at timestamptz)`;
  const day = `(g.at at time zone 'Asia/Manila')::date`;
  await inTransaction(database.pool, [
    [
      `insert into ledger_entries (id, kind, fact_key, happened_at, recorded_at, business_on, line_count)
       select g."entryId", 'test', 'receipt ' || g.id, g.at, g.at, ${day}, 2 from ${recordset}`,
      JSON.stringify(rows),
    ],
    [
      `insert into ledger_lines (entry_id, number, account_id, amount_centavos)
       select g."entryId", case a.kind when 'gateway.float' then 1 else 2 end, a.id, case a.kind when 'gateway.float' then g.amount else -g.amount end
       from ${recordset} join ledger_accounts a on a.kind in ('gateway.float', 'suspense')`,
      JSON.stringify(rows),
    ],
    [
      `insert into receipts (id, gateway, gateway_payment_id, channel, amount_centavos, paid_at, value_on, booked_at, entry_id)
       select g.id, '${gateway}', g.payment, 'wallet', g.amount, g.at, ${day}, g.at, g."entryId" from ${recordset}`,
      JSON.stringify(rows),
    ],
  ]);
  await takeReports();
  return [...(await listed(database))].filter((key) => key.startsWith('unknownToUs ')).length;
}
