// A loan's life: a line is opened, a price asked for, the loan applied for, paid out, repaid by a webhook and settled, by the product's own way of sending transactions.
import { randomUUID } from 'node:crypto';
import { connect, type Database, inTx } from '@sandali/server/db/database.ts';
import { type RawBuilder, sql } from 'kysely';
import { company } from './tables.ts';
import { idBeside, type Mode, type Person, personOf } from './trial.ts';

type Statement = RawBuilder<unknown>;
/** What a life has sent; `begin` and `commit` count. */
export type Sent = { statements: number; roundTrips: number };
export type Window = { lives: number; livesPerSecond: number; msALife: number };

const [principal, fee] = [100_000, 10_000];
const [today, due] = ['2026-11-26', '2026-12-11'];

/** Opens connections to the tables of a mode, as the server would have them. */
export function openLife(url: string, schema: string, max: number): Database {
  const address = new URL(url);
  address.searchParams.set('options', `-c application_name=${schema} -c search_path=${schema} -c statement_timeout=15s -c TimeZone=UTC`);
  return connect({ connectionString: address.href }, { max });
}

/** Statements of one borrower with one loan, which say whose their rows are. */
function statementsOf(mode: Mode, who: Person, loan: string) {
  const own = { ...(mode === 'bucket' && { bucket: who.bucket }), borrower_id: who.borrowerId };
  const conditions = Object.entries(own).map(([name, value]) => sql`b.${sql.ref(name)} = ${value}`);
  const into = (table: string, ...rows: Record<string, unknown>[]): Statement => {
    const all = rows.map((row) => ({ ...own, ...row }));
    const values = all.map((row) => sql`(${sql.join(Object.values(row))})`);
    return sql`insert into ${sql.table(table)} (${sql.join(Object.keys(all[0] ?? {}).map((name) => sql.ref(name)))}) values ${sql.join(values)}`;
  };
  const key = sql.raw(mode === 'plain' ? '' : `${mode}, `);
  return {
    into,
    /** A condition on the table that is called `b`. */
    mine: sql.join(conditions, sql` and `),
    owner: sql.join(Object.keys(own).map((name) => sql.ref(name))),
    /** An entry of lines on the loan's account, and on those on which everybody posts. */
    entry(kind: string, ...lines: [account: string, amount: number][]): Statement[] {
      const id = idBeside(who.borrowerId);
      const everybody = mode === 'borrower_id' ? who.borrowerId : company;
      const accounts = lines.map(([account]) =>
        account.startsWith('loan.')
          ? { kind: account, owner_id: loan, balance_centavos: 0 }
          : { kind: account, owner_id: everybody, balance_centavos: null },
      );
      return [
        sql`${into('ledger_accounts', ...accounts)} on conflict (${key}owner_id, kind) do nothing`,
        into('ledger_entries', { id, fact_key: `${kind} ${loan}`, loan_id: loan, business_on: today, line_count: lines.length }),
        into(
          'ledger_lines',
          ...lines.map(([account, amount], at) => ({
            ...{ entry_id: id, number: at + 1, kind: account },
            ...{ owner_id: accounts[at]?.owner_id, amount_centavos: amount },
          })),
        ),
      ];
    },
  };
}

const unlessNone = (change: Statement, refusal: string): Statement =>
  sql`with done as (${change} returning 1) select refuse_unless(exists(select from done), ${refusal}::text)`;

/** Lives one loan through, and counts what it sends. @throws where a promise of the life does not hold. */
export async function liveOnce({ db }: Database, mode: Mode): Promise<Sent> {
  const sent: Sent = { statements: 0, roundTrips: 0 };
  const ask = async <T>(statement: Statement): Promise<T> => {
    sent.statements += 1;
    sent.roundTrips += 1;
    const { rows } = await statement.execute(db);
    if (rows.length !== 1) throw new Error(`A life reads one row and found ${rows.length}.`);
    return rows[0] as T;
  };
  /** A transaction as one batch: COMMIT goes with it, and fails where a statement has failed. */
  const write = async (...statements: Statement[]): Promise<void> => {
    sent.statements += statements.length + 2;
    sent.roundTrips += 1;
    await inTx(db, async (tx) => {
      for (const one of statements) one.execute(tx).catch(() => {}); // inTx says where it fails
    });
  };
  await live(mode, ask, write);
  return sent;
}

type Ask = <T>(statement: Statement) => Promise<T>;
type Write = (...statements: Statement[]) => Promise<void>;

async function live(mode: Mode, ask: Ask, write: Write): Promise<void> {
  const who = personOf(randomUUID());
  const [loan, phone, code, payment] = [idBeside(who.borrowerId), randomUUID(), randomUUID(), randomUUID()];
  const { into, mine, owner, entry } = statementsOf(mode, who, loan);
  const answered = (call: string) => into('idempotency_keys', { request_id: randomUUID(), call, ids: '{}', made_at: today });
  const found = (by: string) => sql`insert into directory (found_by, borrower_id) values (${by}, ${who.borrowerId})`;
  const lock = sql`select from borrowers b where ${mine} for update`;
  const change = (table: string, to: Statement, where = sql`true`) =>
    unlessNone(sql`update ${sql.table(table)} b set ${to} where ${mine} and ${where}`, 'systemBusy');
  // A line is opened.
  await write(
    into('borrowers', { phone_hash: phone }),
    found(phone),
    into('credit_lines', { limit_centavos: principal }),
    answered('open'),
  );
  // A price.
  await ask(
    sql`select b.limit_centavos - b.used_centavos as free, s.value as fee from credit_lines b, settings s where ${mine} and s.name = 'feeCentavos'`,
  );
  await write(answered('price'));
  // An application, decided on what its locks protect.
  await ask(sql`select limit_centavos, used_centavos from credit_lines b where ${mine}`);
  await write(
    lock,
    change('credit_lines', sql`used_centavos = used_centavos + ${principal}`),
    into('loans', { id: loan, state: 'paying', principal_centavos: principal, code, next_attempt_at: today }),
    found(code),
    answered('apply'),
  );
  // The worker claims the payout, sends it, and books what the bank reports.
  await write(change('loans', sql`state = 'sent', attempts = attempts + 1`, sql`id = ${loan} and state = 'paying'`));
  await write(
    lock,
    change('loans', sql`state = 'success'`, sql`id = ${loan} and state = 'sent'`),
    into('bills', { loan_id: loan, due_on: due, owed_centavos: principal }),
    ...entry('loan.disbursed', ['loan.principal', principal], ['gateway.float', fee - principal], ['income.service', -fee]),
  );
  // A webhook: the payment is kept, its borrower found, and it is booked under the locks, the payment's own first.
  await write(
    sql`insert into receipts (gateway_payment_id, gateway, code, amount_centavos) values (${payment}, 'sandbox', ${code}, ${principal})`,
  );
  const { borrower_id: payer } = await ask<{ borrower_id: string }>(sql`select borrower_id from directory where found_by = ${code}`);
  if (payer !== who.borrowerId) throw new Error('The directory names another borrower.');
  await ask(
    sql`select b.owed_centavos, l.state from bills b join loans l using (${owner}) where ${mine} and b.loan_id = ${loan} and l.id = ${loan}`,
  );
  await write(
    unlessNone(
      sql`update receipts set borrower_id = ${payer} where gateway_payment_id = ${payment} and borrower_id is null`,
      'alreadyBooked',
    ),
    lock,
    change(
      'bills',
      sql`owed_centavos = owed_centavos - ${principal}, settled_on = ${today}`,
      sql`loan_id = ${loan} and settled_on is null`,
    ),
    change('credit_lines', sql`used_centavos = used_centavos - ${principal}`),
    ...entry('bill.repaid', ['gateway.float', principal], ['loan.principal', -principal]),
  );
}

/** So many writers live loans through, each of new borrowers, until the time is over. */
export async function measureLives(
  database: Database,
  mode: Mode,
  { writers, seconds }: { writers: number; seconds: number },
): Promise<Window> {
  const begin = performance.now();
  const [until, times] = [begin + seconds * 1000, [] as number[]];
  const writer = async () => {
    while (performance.now() < until) {
      const since = performance.now();
      await liveOnce(database, mode);
      times.push(performance.now() - since);
    }
  };
  await Promise.all(Array.from({ length: writers }, writer));
  const tookSeconds = (performance.now() - begin) / 1000;
  return {
    lives: times.length,
    livesPerSecond: times.length / tookSeconds,
    msALife: times.reduce((sum, one) => sum + one, 0) / times.length,
  };
}
