// Ops: who on staff has a key. Whoever is to have one makes it and hands in its hash; one engineer proposes it, another confirms it. A person has one at a
// time.
import * as v from 'valibot';
import {
  Declined,
  type StaffAnswer,
  type StaffCommand,
  type StaffCtx,
  type StaffRole,
  staffCommand,
  staffRoles,
} from '#/commands/command.ts';
import type { Tx } from '#/db/database.ts';
import { shownAt, wireInstant } from '#/kit/days.ts';
import { newId } from '#/kit/random.ts';
import {
  addApprovedKey,
  addKeyOfInstallation,
  allKeys,
  endKey,
  insertKeyProposal,
  type KeyWish,
  keyByHash,
  keyNamed,
  keysOfMachine,
  lockKeys,
  mostOfMachine,
  openKeyProposals,
} from './keys.store.ts';

/** For how many days of business time a proposed key waits for another engineer. */
const proposalDays = 7;

const zName = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9.-]{1,39}$/, 'a name has 2 to 40 small letters, digits, dots and dashes, and begins with a letter'),
  v.notValue('local', 'local is the key of the machine itself'),
);
const zRoles = v.pipe(
  v.array(v.picklist(staffRoles)),
  v.minLength(1),
  v.transform((roles) => [...new Set(roles)]),
);

/** What is kept of a key: its SHA-256. */
const zHash = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{64}$/, 'the hash of a key has 64 digits and letters a to f: staff key <file> prints it'),
);

export const staffCommands: StaffCommand[] = [
  staffCommand({
    name: 'staff list',
    kind: 'look',
    roles: ['engineer'],
    isForFirstKey: true,
    request: v.strictObject({}),
    run: async (ctx, tx) => {
      const at = (wall: Temporal.Instant) => wireInstant(shownAt(wall, ctx));
      const [keys, waiting] = await Promise.all([allKeys(tx), openKeyProposals(tx)]);
      return {
        data: {
          staff: keys.map((key) => ({ ...key, madeAt: at(key.madeAt), endedAt: key.endedAt && at(key.endedAt) })),
          waiting: waiting.map(({ name, roles, tokenHash, proposedBy, proposedAt }) => {
            return { name, roles, hash: tokenHash.toString('hex'), proposedBy, proposedAt: wireInstant(proposedAt) };
          }),
        },
      };
    },
  }),
  staffCommand({
    name: 'staff add',
    kind: 'change',
    roles: ['engineer'],
    isForFirstKey: true,
    request: v.strictObject({ name: zName, roles: zRoles, hash: zHash }),
    run: async (ctx, tx, { name, roles, hash }) => await add(ctx, tx, { name, roles, tokenHash: Buffer.from(hash, 'hex') }),
  }),
  staffCommand({
    name: 'staff end',
    kind: 'change',
    roles: ['engineer'],
    request: v.strictObject({ name: zName }),
    run: async ({ who, wall }, tx, { name }) => {
      const id = await endKey(tx, name, { at: wall, who });
      if (!id) throw new Declined(`${name} has no key that is open.`);
      return { data: { name }, subject: id, detail: { name } };
    },
  }),
];

type Wish = KeyWish & { roles: StaffRole[] };

/** The first engineer proposes a key, another confirms the very same. Another wish for a name takes the place of an open one. */
async function add(ctx: StaffCtx, tx: Tx, wish: Wish): Promise<StaffAnswer> {
  const { now, keyId, approvals } = ctx;
  await lockKeys(tx);
  const { name, roles } = wish;
  if ((await keyNamed(tx, name))?.endedAt === null) throw new Declined(`${name} has a key. End it first: staff end ${name}`);
  if (await keyByHash(tx, wish.tokenHash)) throw new Declined(`This key is known already. ${name} makes another: staff key <file>`);
  if (keyId === null) return await addOfInstallation(ctx, tx, wish);
  const [open] = await openKeyProposals(tx, name);
  const isSame = open?.tokenHash.equals(wish.tokenHash) && open.roles.toString() === roles.toString();
  if (!open || !isSame || Temporal.Instant.compare(open.lapsesAt, now) <= 0) {
    if (open) await approvals.drop(tx, open.id);
    const id = await approvals.propose(tx, 'staffKey', { lapsesAt: now.add({ hours: 24 * proposalDays }) });
    await insertKeyProposal(tx, id, wish);
    return told('proposed', id, wish);
  }
  await approvals.confirm(tx, open.id);
  const id = newId(ctx.wall);
  await addApprovedKey(tx, open.id, { id, wall: ctx.wall, now });
  return told('added', id, wish);
}

function told(outcome: 'proposed' | 'added', subject: string, { name, roles, tokenHash }: Wish): StaffAnswer {
  return { data: { name, roles, outcome }, subject, detail: { name, roles, hash: tokenHash.toString('hex'), outcome } };
}

/** The machine's own key makes the two from which all others come. */
async function addOfInstallation({ house, who, wall, now }: StaffCtx, tx: Tx, wish: Wish): Promise<StaffAnswer> {
  const { open } = await keysOfMachine(tx);
  if (open >= mostOfMachine)
    throw new Declined('The key of this machine has made two people. Both of them, with the role of an engineer, add the next.');
  if (!house.config.isSandbox && !wish.roles.includes('engineer'))
    throw new Declined('The first two add all others: both are engineers, besides what else they are.');
  const id = newId(wall);
  await addKeyOfInstallation(tx, { id, wall, now, who, ...wish });
  return told('added', id, wish);
}
