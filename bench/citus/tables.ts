// Ten tables in the shape of the product's, with the columns that a guarantee needs, and a reference table; each keyed as the trial of guarantees has found it to hold.
import { columnsOf, functionsIn, type Mode, openSession, shards } from './trial.ts';

/** The owner of the accounts on which everybody posts: of the company in plain tables and in each bucket, of the borrower where their id distributes. */
export const company = '00000000-0000-4000-8000-000000000000';

/** In the order of their foreign keys; the last three are distributed by what they are found by, or copied to all machines. */
export const ownTables = ['borrowers', 'credit_lines', 'loans', 'bills', 'idempotency_keys', 'ledger_accounts', 'ledger_entries', 'ledger_lines'];

function tablesOf(mode: Mode, schema: string): string {
  const { key, own, owner } = columnsOf(mode, schema);
  // An id of a borrower's row ends as the borrower's, and the check says so: so it is of one row, and found by itself.
  const beside = mode === 'bucket' ? `, check (bucket = ${schema}.bucket_of(id))` : '';
  return `
    create table borrowers (${own}, phone_hash text not null, primary key (${owner}));
    create table credit_lines (${own}, limit_centavos bigint not null, used_centavos bigint not null default 0,
      primary key (${owner}), foreign key (${owner}) references borrowers, check (used_centavos between 0 and limit_centavos));
    create table loans (${own}, id uuid not null, state text not null, principal_centavos bigint not null check (principal_centavos > 0),
      code text not null, next_attempt_at timestamptz, attempts int not null default 0,
      primary key (${key}id), unique (${owner}, id), foreign key (${owner}) references borrowers${beside});
    create index loans_to_pay on loans (next_attempt_at) where state = 'paying';
    create table bills (${own}, loan_id uuid not null, due_on date not null, owed_centavos bigint not null, settled_on date,
      primary key (${key}loan_id), foreign key (${owner}, loan_id) references loans (${owner}, id));
    create index bills_due on bills (due_on) where settled_on is null;
    create table idempotency_keys (${own}, request_id uuid not null, call text not null, ids jsonb not null, made_at timestamptz not null,
      primary key (${owner}, request_id));
    create table ledger_accounts (${own}, kind text not null, owner_id uuid not null, balance_centavos bigint,
      primary key (${key}owner_id, kind), check (kind not like 'loan.%' or balance_centavos >= 0));
    create table ledger_entries (${own}, id uuid not null, fact_key text not null, loan_id uuid, business_on date not null, line_count smallint not null,
      primary key (${key}id), unique (${key}fact_key)${beside});
    create index ledger_entries_by_day on ledger_entries (business_on);
    create table ledger_lines (${own}, entry_id uuid not null, number smallint not null, kind text not null, owner_id uuid not null,
      amount_centavos bigint not null check (amount_centavos <> 0), primary key (${key}entry_id, number),
      foreign key (${key}entry_id) references ledger_entries (${key}id), foreign key (${key}owner_id, kind) references ledger_accounts (${key}owner_id, kind));
    create table receipts (gateway_payment_id text primary key, gateway text not null, code text not null, borrower_id uuid,
      amount_centavos bigint not null check (amount_centavos > 0));
    create table directory (found_by text primary key, borrower_id uuid not null);
    create table settings (name text primary key, value bigint not null, version bigint not null default 1);`;
}

function triggersOf(mode: Mode, schema: string): string {
  const condition = (left: string) => (mode === 'plain' ? '' : `${left}.${mode} = new.${mode} and `);
  return `
    create function balance() returns trigger language plpgsql set search_path = ${schema}, pg_catalog as $$
    declare total bigint; lines int; begin
      select coalesce(sum(amount_centavos), 0), count(*) into total, lines from ledger_lines l where ${condition('l')}l.entry_id = new.id;
      if total <> 0 or lines <> new.line_count then
        raise exception 'entry % does not balance', new.id using errcode = 'integrity_constraint_violation';
      end if; return null; end $$;
    create constraint trigger balance after insert on ledger_entries deferrable initially deferred for each row execute function balance();
    create function add_up() returns trigger language plpgsql security definer set search_path = ${schema}, pg_catalog as $$ begin
      update ledger_accounts a set balance_centavos = balance_centavos + new.amount_centavos
        where ${condition('a')}a.owner_id = new.owner_id and a.kind = new.kind and a.balance_centavos is not null;
      return null; end $$;
    create trigger add_up after insert on ledger_lines for each row execute function add_up();
    create function move() returns trigger language plpgsql as $$ begin
      if (old.state, new.state) not in (('paying', 'sent'), ('sent', 'success')) then
        raise exception 'a loan does not go from % to %', old.state, new.state using errcode = 'restrict_violation';
      end if; return new; end $$;
    create trigger move before update of state on loans for each row when (new.state <> old.state) execute function move();
    create trigger stay before update or delete on ledger_entries for each statement execute function refuse_change();
    create trigger stay before update or delete on ledger_lines for each statement execute function refuse_change();
    create trigger stay before delete on settings for each statement execute function refuse_change();`;
}

/** Makes the tables in a schema of their own, and distributes them. */
export async function makeTables(url: string, mode: Mode, schema: string): Promise<void> {
  const session = await openSession(url, {
    application_name: schema,
    search_path: schema,
    client_min_messages: 'error',
    'citus.shard_count': String(shards.life),
    'citus.enable_unsafe_triggers': 'on',
  });
  try {
    await session.run(`create schema ${schema}; ${functionsIn(schema)}`);
    await session.run(tablesOf(mode, schema) + triggersOf(mode, schema));
    if (mode !== 'plain') {
      await session.run(`select create_reference_table('settings')`);
      for (const table of ownTables) await session.run(`select create_distributed_table('${table}', '${mode}')`);
      await session.run(`select create_distributed_table('receipts', 'gateway_payment_id')`);
      await session.run(`select create_distributed_table('directory', 'found_by')`);
    }
    await session.run(`insert into settings values ('feeCentavos', 10000)`);
  } finally {
    await session.end();
  }
}
