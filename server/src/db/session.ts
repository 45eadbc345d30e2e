// The settings of our sessions. The server sends them when it connects. A pooler drops them, so
// behind a pooler they are stored on the serving role.
import type pg from 'pg';
import { CannotStart } from '#/platform/cannot-start.ts';

/**
 * Timeouts prevent one session from blocking the others, and UTC replaces the machine's time zone.
 * JIT is off, because compiling a join of many tables takes longer than reading its few rows.
 */
const session: Readonly<Record<string, string>> = {
  TimeZone: 'UTC',
  statement_timeout: '15s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '30s',
  jit: 'off',
};

/** The startup parameter with these settings. */
export const sessionOptions = Object.entries(session)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

/** SQLSTATE insufficient_privilege. */
const forbidden = '42501';

/**
 * Stores the settings on a role for this database, unless an administrator has.
 * @returns a message if the owner may not change the role. Without a pooler the server sends the
 * settings itself; behind a pooler it refuses to start without them.
 */
export async function setForRole(client: pg.PoolClient, role: string): Promise<string | null> {
  const { rows } = await client.query<{ name: string; set: string[] | null }>(
    `select current_database() as name, (
      select setconfig from pg_db_role_setting
      where setrole = $1::regrole and setdatabase = pg_database.oid) as set
    from pg_database where datname = current_database()`,
    [client.escapeIdentifier(role)],
  );
  const { name: database = '', set } = rows[0] ?? {};
  const statements = Object.entries(session)
    .filter(([name, value]) => !set?.includes(`${name}=${value}`))
    .map(
      ([name, value]) =>
        `alter role ${client.escapeIdentifier(role)} in database ${client.escapeIdentifier(database)} set ${name} = '${value}';`,
    );
  try {
    for (const statement of statements) await client.query(statement);
    return null;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code !== forbidden) throw error;
    return `DATABASE_OWNER_URL cannot set the limits of the role ${role} (${message}). Only a server behind a pooler of transactions needs them there. For such a server, as an administrator: ${statements.join(' ')}`;
  }
}

/**
 * Checks that sessions behind a pooler have these settings.
 * @throws CannotStart with the statements that set them
 */
export async function refuseOtherSettings(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{
    role: string;
    database: string;
    values: Record<string, string>;
  }>(
    `select current_user as role, current_database() as database,
      json_object_agg(name, current_setting(name)) as values
    from unnest($1::text[]) as name`,
    [Object.keys(session)],
  );
  const [current] = rows;
  const missing = Object.entries(session).filter(
    ([name, value]) => current?.values[name] !== value,
  );
  if (missing.length === 0) return;
  const statements = missing.map(
    ([name, value]) =>
      `alter role ${current?.role} in database ${current?.database} set ${name} = '${value}';`,
  );
  throw new CannotStart(
    `Sessions behind the pooler do not have the limits of this server. Run npm run migrate, or as an administrator: ${statements.join(' ')} Then let the pooler reconnect.`,
  );
}

/**
 * Checks that a server that does not migrate lacks the owner's rights.
 * @throws CannotStart with a sentence that says what to change
 */
export async function refuseOwner(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string; super: boolean; owns: boolean }>(
    `select rolname as name, rolsuper as super, exists (
        select from pg_class
        where oid = to_regclass('migrations') and pg_has_role(rolname, relowner, 'member')) as owns
      from pg_roles where rolname = current_user`,
  );
  const [role] = rows;
  if (!role?.super && !role?.owns) return;
  throw new CannotStart(
    `DATABASE_URL has the owner’s credentials: the role ${role.name} ${role.super ? 'is a superuser' : 'owns the tables'}. Set it to a separate role, to which npm run migrate grants the necessary rights.`,
  );
}
