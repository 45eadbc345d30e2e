// Ops: one person can suspend a staff key immediately; revoking or resuming it takes two engineers.

import {
  actingRoles,
  command,
  type StaffAnswer,
  type StaffCommand,
  type StaffCtx,
  type Waiting,
  type WaitingAt,
} from '#/commands/command.ts';
import type { Read, Tx } from '#/db/database.ts';
import { newId } from '#/platform/random.ts';
import { Declined } from '#/platform/refuse.ts';
import {
  type AccessKind,
  accessDecisionsById,
  closeSuspension,
  endKey,
  insertAccessDecision,
  insertSuspension,
  keyNamed,
  lockKeys,
  openAccessDecisions,
  suspendedBy,
} from './keys.store.ts';
import { keyOwner, proposalDays } from './staff.ts';

const engineers = {
  kind: 'change',
  roles: ['engineer'],
  arguments: { name: keyOwner },
  twoPeople: { act: 'staffAccess', waiting },
} as const;

export const accessCommands: StaffCommand[] = [
  command({
    name: 'staff suspend',
    menu: 'Staff',
    label: 'Suspend a member of staff',
    seenFirst: { notNeeded: 'it stops a key at once, and two people undo it' },
    about:
      'Suspends the key of a person at once, until two engineers end or resume it. Their proposals wait meanwhile. For emergencies: each person can suspend one key at a time.',
    examples: ['staff suspend ana --reason "approved unknown payouts, ticket 812"'],
    kind: 'change',
    roles: actingRoles,
    arguments: { name: keyOwner },
    run: suspend,
    shows: ({ lines }) =>
      lines(
        ({ name }) =>
          `The key of ${name} is suspended. Two engineers can end or resume it: staff end ${name}, or staff resume ${name}`,
      ),
  }),
  command({
    ...engineers,
    name: 'staff resume',
    menu: 'Staff',
    label: 'Resume a member of staff',
    seenFirst: { notNeeded: 'the proposal names the key, its roles and its state' },
    about:
      'Resumes a suspended key: one engineer proposes it, another confirms with the same command within 7 days.',
    examples: ['staff resume ana --reason "a false alarm, ticket 812"'],
    run: async (ctx, tx, { name }) => await decide(ctx, tx, name, 'resume'),
    shows: ({ lines }) => lines(wordsOf),
  }),
  command({
    ...engineers,
    name: 'staff end',
    menu: 'Staff',
    label: 'End a member’s key',
    seenFirst: { notNeeded: 'the proposal names the key, its roles and its state' },
    about:
      'Ends the key of a person for good: one engineer proposes it, another confirms with the same command within 7 days. To stop a key at once, suspend it.',
    examples: ['staff end ana --reason "has left"'],
    run: async (ctx, tx, { name }) => await decide(ctx, tx, name, 'end'),
    shows: ({ lines }) => lines(wordsOf),
  }),
];

type Decided = { name: string; kind: AccessKind; outcome: 'proposed' | 'ended' | 'resumed' };

function wordsOf({ name, kind, outcome }: Decided): string {
  if (outcome === 'ended') return `The key of ${name} has ended.`;
  if (outcome === 'resumed') return `The key of ${name} may be used again.`;
  return `Proposed. Another engineer confirms within ${proposalDays} days: staff ${kind} ${name}`;
}

async function waiting(read: Read, { ids }: WaitingAt): Promise<Waiting[]> {
  const open = await accessDecisionsById(read, ids);
  return open.map(({ id, name, roles, isSuspended, kind }) => ({
    id,
    confirmedBy: `staff ${kind}`,
    what: `the key of ${name}`,
    facts: [
      {
        name: 'key',
        before: isSuspended ? 'suspended' : 'open',
        after: kind === 'end' ? 'ended' : 'open',
      },
      { name: 'roles', before: roles.join(', '), after: kind === 'end' ? null : roles.join(', ') },
    ],
    input: { name },
    about: { as: 'staff', id: name },
  }));
}

/** Locks all keys and returns the active or suspended key with this name. @throws Declined */
async function lockOpenKey(tx: Tx, name: string) {
  await lockKeys(tx);
  const key = await keyNamed(tx, name);
  if (!key || key.endedAt) throw new Declined(`${name} has no open key.`);
  return key;
}

async function suspend(
  { app, who, keyId: byKeyId, wall: at }: StaffCtx,
  tx: Tx,
  { name }: { name: string },
) {
  const key = await lockOpenKey(tx, name);
  if (key.isSuspended) throw new Declined(`The key of ${name} is suspended already.`);
  const suspendedName = await suspendedBy(tx, who);
  if (suspendedName)
    throw new Declined(
      `You have already suspended the key of ${suspendedName}. Two engineers must end or resume it first: staff end, or staff resume`,
    );
  await insertSuspension(tx, { id: newId(at), keyId: key.id, who, byKeyId, at });
  app.log.warn('a key of staff is suspended until two engineers end or resume it', {
    event: 'staff suspended',
  });
  return { data: { name }, subject: key.id, detail: { name } };
}

/**
 * Proposes to revoke or resume a key, or confirms another engineer's identical proposal. An
 * opposite proposal replaces the open one.
 */
async function decide(
  { approvals, now, wall, who }: StaffCtx,
  tx: Tx,
  name: string,
  kind: AccessKind,
): Promise<StaffAnswer<Decided>> {
  const key = await lockOpenKey(tx, name);
  if (kind === 'resume' && !key.isSuspended)
    throw new Declined(`The key of ${name} is not suspended.`);
  const answer = (outcome: Decided['outcome']) => ({
    data: { name, kind, outcome },
    subject: key.id,
    detail: { name, outcome },
  });
  const open = (await openAccessDecisions(tx)).find(({ keyId }) => keyId === key.id);
  if (open?.kind !== kind || open.waits || Temporal.Instant.compare(open.lapsesAt, now) <= 0) {
    if (open) await approvals.drop(tx, open.id);
    const id = await approvals.propose(tx, 'staffAccess', {
      lapsesAt: now.add({ hours: 24 * proposalDays }),
    });
    await insertAccessDecision(tx, id, key.id, kind);
    return answer('proposed');
  }
  await approvals.confirm(tx, open.id);
  await closeSuspension(tx, key.id, open.id);
  if (kind === 'resume') return answer('resumed');
  await endKey(tx, key.id, { at: wall, who });
  return answer('ended');
}
