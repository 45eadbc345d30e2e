// Test helpers that use the internal listener as staff do.

import { cellText } from '@sandali/contract/commands.ts';
import type { Proposal } from '@sandali/contract/desk.ts';
import type { Hono } from 'hono';
import { allCommands } from '#/app.ts';
import { confirm, insertApproval } from '#/commands/approvals.store.ts';
import type { Act } from '#/commands/approvals.ts';
import type { StaffCommand, StaffRole } from '#/commands/command.ts';
import { lookAt, type Sight } from '#/commands/looks.ts';
import type { AppContext } from '#/context/app-context.ts';
import { audit } from '#/context/audit.ts';
import { inTx } from '#/db/database.ts';
import { manualPace } from '#/platform/clock.ts';
import { createLog } from '#/platform/log.ts';
import { newId, newIdFor, newToken } from '#/platform/random.ts';
import type { Patience } from './health.ts';
import { hashOfKey, type OpsKey } from './key.ts';
import { keyNamed } from './keys.store.ts';
import { opsListener } from './listener.ts';

export type Answer = { status: number; data: Record<string, unknown>; wrong: string };
export type Asks = (
  command: string,
  input?: unknown,
  more?: { reason?: string; reveal?: boolean },
) => Promise<Answer>;

/** Opens the desk of this listener. */
type OpenDesk = (context: AppContext, commands: readonly StaffCommand[]) => Hono;

/** On a busy machine, the database may take longer than production allows. */
export const patient: Patience = { databaseMs: 20_000, alarmMs: 20_000, writeMs: 20_000 };

/** Returns the proposals that this person's roles may confirm: '<command>: <what>, by <who>'. */
export async function pendingApprovals({ ask }: { ask: Asks }): Promise<string[]> {
  const { approvals } = (await ask('approvals list')).data as {
    approvals: Record<'confirmedBy' | 'what' | 'proposedBy', string>[];
  };
  return approvals.map(
    ({ confirmedBy, what, proposedBy }) => `${confirmedBy}: ${what}, by ${proposedBy}`,
  );
}

/**
 * Returns the facts of the proposal whose subject contains this text, and the confirming line.
 */
export async function proposalAbout({ ask }: { ask: Asks }, subject: string) {
  const { approvals } = (await ask('approvals list')).data as { approvals: Proposal[] };
  const id = approvals.find(({ what }) => what.includes(subject))?.id;
  const { proposal, line } = (await ask('approvals show', { id })).data as {
    proposal: Proposal;
    line: string;
  };
  const facts = proposal.facts.map(({ name, before, after }) =>
    [name, cellText(before), cellText(after)].join(' | '),
  );
  return { facts, about: proposal.about && Object.values(proposal.about), line };
}

/**
 * Returns an internal listener on a test context, and functions that add staff. `isSandbox: false`
 * makes it a production server.
 */
export function testOps(
  context: AppContext,
  {
    isSandbox = true,
    log = createLog('silent'),
    commands = [] as readonly StaffCommand[],
    desk = null as OpenDesk | null,
  } = {},
) {
  const local: OpsKey = { name: 'local', text: 'the-key-of-the-machine-in-this-test' };
  const opsContext = {
    ...context,
    get rulesOn() {
      return context.rulesOn;
    },
    log,
    config: { ...context.config, isSandbox },
  };
  const app = opsListener({
    context: opsContext,
    key: local,
    pace: manualPace(),
    worker: { lastLookMs: () => 0, steps: () => [] },
    patience: patient,
    commands: [...allCommands, ...commands],
    ...(desk && { desk: desk(opsContext, [...allCommands, ...commands]) }),
  });

  const withKey =
    (key: string): Asks =>
    async (command, input = {}, more = {}) => {
      const body = JSON.stringify({ input, ...more });
      const headers = {
        authorization: `Bearer ${key}`,
        'content-length': String(Buffer.byteLength(body)),
        'x-ops-user': 'root',
      };
      const answer = await app.request(`/ops/${command.replaceAll(' ', '/')}`, {
        method: 'POST',
        headers,
        body,
      });
      return { status: answer.status, data: {}, wrong: '', ...((await answer.json()) as object) };
    };

  const machine = withKey(local.text);
  let people = 0;
  /** Adds a staff member with a personal key. */
  async function person(...roles: StaffRole[]): Promise<{ name: string; key: string; ask: Asks }> {
    people += 1;
    const name = `${roles[0]}.${people}`;
    const key = newToken();
    await addAsFirst(context, { name, roles, key });
    return { name, key, ask: withKey(key) };
  }

  /**
   * Creates a key and submits its hash: each of these people calls `staff add` in turn.
   * @returns a client for the new person, and the last response
   */
  async function add(
    by: readonly Asks[],
    name: string,
    ...roles: readonly string[]
  ): Promise<{ ask: Asks; hash: string; last: Answer }> {
    const key = newToken();
    const hash = hashOfKey(key).toString('hex');
    let last: Answer = { status: 0, data: {}, wrong: 'nobody was asked' };
    for (const ask of by)
      last = await ask('staff add', { name, roles, hash }, { reason: 'joins the team' });
    return { ask: withKey(key), hash, last };
  }

  /**
   * Proposes an act directly in the database, without the server's checks.
   * @returns the approval's id
   */
  /** The id ends in the bucket of the borrower whom the proposal concerns, if there is one. */
  async function proposesInDatabase(
    act: Act,
    who: string,
    borrowerId: string | null = null,
  ): Promise<string> {
    const id = newIdFor(borrowerId, context.clocks.now());
    const by = {
      who,
      keyId: (await keyNamed(context.db, who))?.id ?? null,
      at: context.clocks.now(),
    };
    await inTx(context.db, (tx) =>
      insertApproval(tx, { id, act, by, reason: null, lapsesAt: null }),
    );
    return id;
  }

  async function confirmsInDatabase(id: string, who: string): Promise<void> {
    const by = {
      who,
      keyId: (await keyNamed(context.db, who))?.id ?? null,
      at: context.clocks.now(),
    };
    await inTx(context.db, (tx) => confirm(tx, id, by));
  }

  return {
    ...{ listener: app, machine, withKey, person, add },
    careful: async (...roles: StaffRole[]) => withLooks(await person(...roles)),
    lastRow: () => lastTrailRow(context),
    proposesInDatabase,
    confirmsInDatabase,
  };
}

/** Records that a staff member has viewed something, without running a command. */
export async function seesInDatabase(
  { db, clocks }: AppContext,
  sight: Sight,
  who: string,
): Promise<void> {
  await inTx(db, async (tx) => {
    const detail = await lookAt(tx, sight, who);
    await audit(tx, { at: clocks.now(), who, act: 'ops look', detail });
  });
}

type Member = { name: string; key: string; ask: Asks };

/**
 * Returns a staff member who views the current state before each decision; `rash` skips the view.
 */
function withLooks(member: Member): Member & { rash: Asks } {
  const ask: Asks = async (command, input = {}, more = {}) => {
    const look = lookBefore(command, input as Record<string, unknown>);
    if (look) await member.ask(look.command, look.input, { reason: 'before the decision' });
    return await member.ask(command, input, more);
  };
  return { ...member, ask, rash: member.ask };
}

/** Returns the command that shows what `command` decides on, or null if there is none. */
function lookBefore(
  command: string,
  { id, reference, hold }: Record<string, unknown>,
): { command: string; input: object } | null {
  if (command === 'payout resolve') return { command: 'payout show', input: { id } };
  if (command === 'reconcile settle') return { command: 'reconcile show', input: { id } };
  if (command === 'quota grant') return { command: 'quota show', input: { id } };
  if (command === 'screening clear') return { command: 'screening hold', input: { hold } };
  if (/^suspense (assign|return)$/.test(command))
    return { command: 'suspense show', input: { id } };
  if (/^claim (settle|write-off)$/.test(command)) return { command: 'claim show', input: { id } };
  if (/^bill (waive|adjust|write-off)$/.test(command))
    return { command: 'bill show', input: { reference } };
  return null;
}

async function lastTrailRow({ db }: AppContext) {
  return await db
    .selectFrom('audit_log')
    .select(['who', 'role', 'act', 'subject', 'reason', 'detail'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Inserts a key like one of the installation's first two, as the database owner, because tests need
 * more of them.
 */
async function addAsFirst(
  context: AppContext,
  of: { name: string; roles: readonly StaffRole[]; key: string },
): Promise<void> {
  // This is imported here, because tools that run without the test runner use this file too.
  const { asOwnerOf } = await import('#/db/testing.ts');
  const [wall, now] = [context.clocks.wall(), context.clocks.now()];
  const row = {
    id: newId(wall),
    name: of.name,
    roles: [...of.roles],
    token_hash: hashOfKey(of.key),
    made_at: wall,
    made_by: 'local:root',
    added_at: now,
    is_first: true,
  };
  await asOwnerOf(context.db, (db) => db.insertInto('staff_keys').values(row).execute());
}
