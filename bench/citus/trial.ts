// What an attempt to break a guarantee has in hands: an empty schema, two borrowers on different machines, and sessions.
import { createRequire } from 'node:module';
import type pg from 'pg';
import { here } from '../server/side.ts';

const { Client } = createRequire(`${here}/server/src/main.ts`)('pg') as typeof pg;

/** Plain tables on the coordinator, or tables distributed by the borrower's id, or by the bucket of 64 that follows from it. */
export const modes = ['plain', 'borrower_id', 'bucket'] as const;
export type Mode = (typeof modes)[number];
export type Person = { borrowerId: string; bucket: number };
export type Row = Record<string, unknown>;

export const buckets = 64;
/** Shards of a table: as many as a table has by default in life, few in attempts, which make hundreds of tables. */
export const shards = { life: 32, attempt: 4 };

/** The bucket of an id: its last six bits. An id that is made for a borrower ends as the borrower's does, so that it says where its row lies. */
export const bucketOf = (id: string): number => Number.parseInt(id.slice(-2), 16) % buckets;

/** A new id in the bucket of another. */
export function idBeside(id: string): string {
  const made = crypto.randomUUID();
  const last = (Number.parseInt(made.slice(-2), 16) & 0xc0) | bucketOf(id);
  return made.slice(0, -2) + last.toString(16).padStart(2, '0');
}

export const personOf = (borrowerId: string): Person => ({ borrowerId, bucket: bucketOf(borrowerId) });

/** Functions of every schema here, as the baseline has them (01-platform.sql), and the bucket of an id. */
export const functionsIn = (schema: string) => `
  create function ${schema}.bucket_of(id uuid) returns smallint language sql immutable strict parallel safe
    as $$ select (get_byte(uuid_send(id), 15) & ${buckets - 1})::smallint $$;
  create function ${schema}.refuse_change() returns trigger language plpgsql as $$
    begin raise exception '% rows are never changed or deleted', tg_table_name using errcode = 'restrict_violation'; end $$;
  create function ${schema}.refuse_unless(holds boolean, refusal text) returns void language plpgsql as $$
    begin if holds is not true then raise exception '%', refusal using errcode = 'SR001'; end if; end $$;`;

/** Columns that say whose a row is, and what must stand before the columns of a key. In buckets the check makes an id name its bucket. */
export function columnsOf(mode: Mode, schema: string) {
  const bucket = (id: string) => (mode === 'bucket' ? `bucket smallint not null check (bucket = ${schema}.bucket_of(${id})), ` : '');
  return {
    /** Leads a key, with its comma; nothing in plain tables. */
    key: mode === 'plain' ? '' : `${mode}, `,
    /** What names a borrower in a key. */
    owner: mode === 'bucket' ? 'bucket, borrower_id' : 'borrower_id',
    /** The owner of a row. */
    own: `${bucket('borrower_id')}borrower_id uuid not null`,
    bucket,
  };
}

export type Session = {
  run(text: string, values?: unknown[]): Promise<Row[]>;
  /** Sends statements in one write, and gives what became of each: its command, or its SQLSTATE. */
  pipeline(texts: string[]): Promise<string[]>;
};

/** Opens a session; `settings` are those of its start. The caller ends it. */
export async function openSession(url: string, settings: Record<string, string>): Promise<Session & { end(): Promise<void> }> {
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const client = new Client({ connectionString: url, options: options.join(' '), pipeline: true } as pg.ClientConfig);
  let warning = '';
  client.on('error', () => {}); // the query that it carries fails
  client.on('notice', ({ severity, message }) => {
    if (severity === 'WARNING') warning ||= ` (${message})`;
  });
  await client.connect();
  return {
    async run(text, values) {
      warning = '';
      try {
        return (await client.query<Row>(text, values)).rows;
      } catch (error) {
        if (error instanceof Error) error.message += warning; // where a machine of the cluster says why
        throw error;
      }
    },
    async pipeline(texts) {
      const sent = await Promise.allSettled(texts.map((text) => client.query(text)));
      return sent.map((one) => (one.status === 'fulfilled' ? one.value.command : String((one.reason as { code?: string }).code)));
    },
    end: () => client.end(),
  };
}

export type Trial = Session & {
  mode: Mode;
  schema: string;
  /** Leads a key, with its comma. */
  key: string;
  /** What names a borrower in a key. */
  owner: string;
  /** The columns that say whose a row is. */
  own: string;
  /** Two borrowers, in a cluster on different machines. */
  a: Person;
  b: Person;
  /** A second session of the same settings. */
  other: Session;
  /** Makes a table and distributes it: by its owner, by another column, to all machines ('everywhere'), or not at all. */
  make(name: string, columns: string, by?: string): Promise<void>;
  distribute(name: string, by?: string): Promise<void>;
  /** Says whose a row is: a condition on a table's columns. */
  of(person: Person, table?: string): string;
  /** Gives an `insert` of one row of a person's; values are SQL. */
  into(table: string, person: Person, row: Record<string, string>): string;
  add(table: string, person: Person, row: Record<string, string>): Promise<void>;
};

/** Where attempts of a mode are made: two sessions, and two borrowers whose rows lie on different machines. */
export type Place = { mode: Mode; schema: string; session: Session; other: Session; a: Person; b: Person };

/** Runs an attempt in an empty schema, and drops the schema with all it made. */
export async function withTrial<T>(place: Place, attempt: (trial: Trial) => Promise<T>): Promise<T> {
  const { mode, schema, session, other } = place;
  const { key, own, owner } = columnsOf(mode, schema);
  const distribute: Trial['distribute'] = async (name, by = mode) => {
    if (mode === 'plain') return;
    if (by === 'everywhere') await session.run(`select create_reference_table('${name}')`);
    else await session.run(`select create_distributed_table('${name}', '${by}')`);
  };
  const into: Trial['into'] = (table, person, row) => {
    const all = { ...(mode === 'bucket' && { bucket: String(person.bucket) }), borrower_id: `'${person.borrowerId}'`, ...row };
    return `insert into ${table} (${Object.keys(all).join(', ')}) values (${Object.values(all).join(', ')})`;
  };
  const trial: Trial = {
    ...{ ...place, key, own, owner, distribute, into, run: session.run, pipeline: session.pipeline },
    async make(name, columns, by) {
      await session.run(`create table ${name} (${columns})`);
      await distribute(name, by);
    },
    of: (person, table) => {
      const at = table ? `${table}.` : '';
      return `${at}borrower_id = '${person.borrowerId}'${mode === 'bucket' ? ` and ${at}bucket = ${person.bucket}` : ''}`;
    },
    add: async (table, person, row) => void (await session.run(into(table, person, row))),
  };
  try {
    await session.run(`create schema ${schema}; ${functionsIn(schema)}`);
    return await attempt(trial);
  } finally {
    for (const one of [other, session]) {
      await one.run('rollback');
      await one.run('discard all');
    }
    await session.run(`drop schema if exists ${schema} cascade`);
  }
}

/** Opens a place for attempts. The caller ends it. @throws where a cluster has no two machines for rows */
export async function openPlace(url: string, mode: Mode, schema: string): Promise<Place & { end(): Promise<void> }> {
  const settings = {
    application_name: schema,
    search_path: schema,
    statement_timeout: '20s',
    client_min_messages: 'warning',
    'citus.shard_count': String(shards.attempt),
    'citus.enable_unsafe_triggers': 'on',
  };
  const [session, other] = [await openSession(url, settings), await openSession(url, settings)];
  const people = Array.from({ length: buckets }, (_, n) =>
    personOf(`00000000-0000-4000-8000-0000000000${n.toString(16).padStart(2, '0')}`),
  );
  const [a, second] = people as [Person, Person];
  const place = { mode, schema, session, other, a, b: second };
  const end = async () => void (await Promise.all([session.end(), other.end()]));
  if (mode === 'plain') return { ...place, end };
  const machines = await withTrial(place, async (trial) => {
    await trial.make('places', trial.own);
    const value = (one: Person) => (mode === 'bucket' ? `${one.bucket}::smallint` : `'${one.borrowerId}'::uuid`);
    const rows = await trial.run(`select groupid from unnest(array[${people.map(value).join()}]) with ordinality as one (value, nth)
      join pg_dist_placement on shardid = get_shard_id_for_distribution_column('places', value) order by nth`);
    return rows.map(({ groupid }) => groupid);
  });
  const b = people.find((_, nth) => machines[nth] !== machines[0]);
  if (!b) throw new Error('The trial needs a cluster with two machines for rows.');
  return { ...place, b, end };
}

/** Whether work is refused for one of these reasons (SQLSTATE). @throws whatever else it fails by. */
export async function isRefused(codes: string | readonly string[], work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return false;
  } catch (error) {
    if (typeof codes === 'string' ? (error as { code?: string }).code === codes : codes.includes((error as { code?: string }).code ?? ''))
      return true;
    throw error;
  }
}

/** Whether a statement of this session must wait for another's lock. */
export async function mustWait(session: Session, text: string): Promise<boolean> {
  await session.run(`begin; set local statement_timeout = '700ms'`);
  try {
    return await isRefused('57014', () => session.run(text));
  } finally {
    await session.run('rollback');
  }
}
