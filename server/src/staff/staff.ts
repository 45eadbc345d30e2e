// Ops: staff keys. A new staff member creates a key and submits its hash; one engineer proposes the
// key and another confirms it. A person has one key at a time.

import * as v from 'valibot';
import { keyWaitHours } from '#/commands/approvals.ts';
import { choices, hash, naming, option, text, textLike, word } from '#/commands/arguments.ts';
import {
  command,
  type StaffAnswer,
  type StaffCommand,
  type StaffCtx,
  type StaffRole,
  staffRoles,
  type Waiting,
  type WaitingAt,
} from '#/commands/command.ts';
import { inManila } from '#/commands/display.ts';
import type { Read, Tx } from '#/db/database.ts';
import { shownAt, wireInstant } from '#/platform/days.ts';
import { newId } from '#/platform/random.ts';
import { Declined } from '#/platform/refuse.ts';
import { openDeskSessions } from './desk-sessions.store.ts';
import {
  fingerprintForm,
  fingerprintOf,
  hashOrFingerprint,
  passkeyOf,
  passkeyWithHash,
} from './fingerprint.ts';
import {
  addApprovedKey,
  addKeyOfInstallation,
  allKeys,
  endKey,
  insertKeyProposal,
  type KeyWish,
  keyByHash,
  keyNamed,
  keyProposalsById,
  keysOfMachine,
  lockKeys,
  mostOfMachine,
  openAccessDecisions,
  openKeyProposals,
  renewKey,
} from './keys.store.ts';
import { addPasskey, mustBeMadeFor, passkeyWaitHours, waitingPasskeys } from './passkey.ts';
import { openPasskeyProposals, passkeysOfKeys } from './passkeys.store.ts';

/** A proposal about a key expires after this many days of business time. */
export const proposalDays = 7;

export const keyOwner = word(
  naming(
    'staff',
    text(
      v.pipe(
        v.string(),
        v.regex(
          /^[a-z][a-z0-9.-]{1,39}$/,
          'a name has 2 to 40 lowercase letters, digits, dots and dashes, and begins with a letter',
        ),
        v.notValue('local', 'local is the key of the machine itself'),
      ),
    ),
  ),
  'whose key it is',
);
const keyHash = textLike(
  hashOrFingerprint,
  'hash | fingerprint',
  'the hash of a key has 64 digits and letters a to f: staff key <file> prints it; the fingerprint of a passkey is like 7K2MQ-0X4TB-N9HHP-3CWZD',
);
const anyRoles = choices(staffRoles);
const rolesOfKey = {
  ...anyRoles,
  schema: v.pipe(
    anyRoles.schema,
    v.check(
      (some) => some.length === 1 || !some.includes('auditor'),
      'an auditor has no other role',
    ),
  ),
};
const roles = ['engineer'] as const;
const seenBefore = (name: string) =>
  `This key was used before. ${name} must make another: staff key <file>`;

export const staffCommands: StaffCommand[] = [
  command({
    name: 'staff list',
    menu: 'Staff',
    label: 'List staff',
    about:
      'Lists the keys of staff with their roles, also suspended and ended ones, and proposed keys that wait for a second engineer.',
    examples: ['staff list'],
    kind: 'look',
    roles,
    isForFirstKey: true,
    run: async (ctx, tx) => {
      const waiting = await openKeyProposals(tx);
      const proposed = await openPasskeyProposals(tx);
      return {
        data: {
          asOf: wireInstant(ctx.now),
          staff: await listStaff(ctx, tx),
          waitingPasskeys: proposed.map(({ id, name, tokenHash, proposedBy, proposedAt }) => ({
            id,
            name,
            fingerprint: proposedBy === ctx.who ? fingerprintOf(tokenHash) : null,
            proposedBy,
            proposedAt: wireInstant(proposedAt),
          })),
          waiting: waiting.map(({ id, name, roles, tokenHash, proposedBy, proposedAt }) => {
            const isOwn = proposedBy === ctx.who;
            return {
              id,
              name,
              roles,
              // The second engineer types the hash, which the newcomer reads to them.
              hash: isOwn ? tokenHash.toString('hex') : null,
              fingerprint: isOwn ? fingerprintOf(tokenHash) : null,
              proposedBy,
              proposedAt: wireInstant(proposedAt),
            };
          }),
        },
      };
    },
    shows: ({ table }) =>
      table(
        (data) => data.staff,
        {
          name: (row) => row.name,
          roles: (row) => row.roles.join(', '),
          made: (row) => row.madeAt,
          'made by': (row) => row.madeBy,
          passkeys: (row) => row.passkeys.map(({ fingerprint }) => fingerprint).join(', '),
          sessions: (row) => row.sessions,
          'suspended by': (row) => row.suspendedBy,
          ends: (row) => row.endsAt,
          ended: (row) => row.endedAt,
          'ended by': (row) => row.endedBy,
        },
        {
          lines: ({ waiting, waitingPasskeys }) => [
            ...waiting.map(({ name, roles, proposedBy, proposedAt, hash, fingerprint }) => {
              const wish = `${name} as ${roles.join(', ')}, proposed by ${proposedBy}`;
              const own = hash ? `, hash ${hash} (${fingerprint} for a passkey)` : '';
              return `Waiting since ${inManila(proposedAt)}: ${wish}${own}`;
            }),
            ...waitingPasskeys.map(
              ({ name, fingerprint, proposedBy, proposedAt }) =>
                `Waiting since ${inManila(proposedAt)}: passkey${fingerprint ? ` ${fingerprint}` : ''} of ${name}, proposed by ${proposedBy}`,
            ),
          ],
        },
      ),
  }),
  command({
    name: 'staff add',
    menu: 'Staff',
    label: 'Add a member of staff',
    about:
      'Proposes the key of a person who made it (staff key, or a passkey at the desk) and submitted its hash or fingerprint; another engineer adds it. It can confirm proposals after 24 hours, but not those of the engineer who proposed it.',
    examples: [
      `staff add ana --role support --hash ${'7f3a'.repeat(16)} --reason "joins the evening shift"`,
      'staff add rosa --role support --hash 7K2MQ-0X4TB-N9HHP-3CWZD --reason "joins the evening shift"',
      `staff add ben.cruz --role finance,engineer --hash ${'0c5e'.repeat(16)} --reason "on call from Monday"`,
    ],
    kind: 'change',
    seenFirst: { notNeeded: 'the second person types the hash, which its owner reads to them' },
    roles,
    twoPeople: { act: 'staffKey', waiting: waitingKeys },
    isForFirstKey: true,
    arguments: {
      name: keyOwner,
      roles: option(rolesOfKey, 'their roles', 'role'),
      hash: option(keyHash, 'the SHA-256 of their key, or the fingerprint of their passkey'),
    },
    run: async (ctx, tx, { name, roles, hash }) =>
      await add(ctx, tx, { name, roles, tokenHash: await hashFor(tx, name, hash) }),
    shows: ({ lines }) =>
      lines(({ name, roles, outcome }) =>
        outcome === 'added'
          ? `${name} is now ${roles.join(', ')}, with the key of this hash.`
          : `Proposed: ${name} as ${roles.join(', ')}. Another engineer adds the key with the same command, within 7 days, after hearing the hash from ${name}.`,
      ),
  }),
  command({
    name: 'staff passkey',
    menu: 'Staff',
    label: 'Add a passkey to a member of staff',
    about:
      'Proposes a passkey for the desk to a person who has a key or one passkey; another engineer adds it with the same command. The proposer descends from the same first key as the person. The passkey signs in after 24 hours.',
    examples: ['staff passkey ana 7K2MQ-0X4TB-N9HHP-3CWZD --reason "her second device"'],
    kind: 'change',
    seenFirst: { notNeeded: 'the second engineer types the fingerprint again' },
    roles,
    twoPeople: { act: 'staffKey', waiting: waitingKeys },
    arguments: {
      name: keyOwner,
      fingerprint: word(
        textLike(fingerprintForm, '7K2MQ-0X4TB-N9HHP-3CWZD'),
        'the fingerprint that their browser shows',
      ),
    },
    run: async (ctx, tx, { name, fingerprint }) => {
      const lapsesAt = ctx.now.add({ hours: 24 * proposalDays });
      return await addPasskey(ctx, tx, { name, fingerprint, lapsesAt });
    },
    shows: ({ lines }) =>
      lines(({ name, outcome }) =>
        outcome === 'added'
          ? `${name} may sign in with this passkey in 24 hours.`
          : `Proposed. Another engineer adds the passkey with the same command, within 7 days, after hearing the fingerprint from ${name}.`,
      ),
  }),
  command({
    name: 'staff renew',
    menu: 'Staff',
    label: 'Renew your key',
    about:
      'Replaces your own key before it expires. You send the hash of the new key. The old key works until the first use of the new key. The command key renew does all of this.',
    examples: [`staff renew --hash ${'7f3a'.repeat(16)} --reason "expires next week"`],
    kind: 'change',
    seenFirst: { notNeeded: 'it concerns only the key of whoever runs it' },
    roles: staffRoles,
    arguments: { hash: option(hash, 'the SHA-256 of your new key') },
    run: async (ctx, tx, { hash }) => await renew(ctx, tx, hash),
    shows: ({ lines }) =>
      lines(({ endsAt }) => `The new key can be used, and expires on ${inManila(endsAt)}.`),
  }),
];

/** Returns all keys with their passkeys, open sessions and proposed decisions. */
async function listStaff(ctx: StaffCtx, tx: Tx) {
  const at = (wall: Temporal.Instant) => wireInstant(shownAt(wall, ctx));
  const [keys, passkeys] = [await allKeys(tx), await passkeysOfKeys(tx)];
  const sessions = await openDeskSessions(tx, ctx.wall);
  const decisions = await openAccessDecisions(tx);
  const isOpen = ({ lapsesAt }: { lapsesAt: Temporal.Instant }) =>
    Temporal.Instant.compare(lapsesAt, ctx.now) > 0;
  const after = (from: Temporal.Instant, hours: number) => wireInstant(from.add({ hours }));
  return keys.map(({ addedAt, isFirst, ...key }) => ({
    ...key,
    madeAt: at(key.madeAt),
    endsAt: at(key.endsAt),
    endedAt: key.endedAt && at(key.endedAt),
    confirmsFrom: isFirst ? null : after(addedAt, keyWaitHours),
    sessions: sessions.get(key.id) ?? 0,
    proposed:
      decisions.find((decision) => decision.keyId === key.id && isOpen(decision))?.kind ?? null,
    passkeys: passkeys
      .filter(({ keyId }) => keyId === key.id)
      .map(({ tokenHash, waitsFrom, endsAt }) => ({
        fingerprint: fingerprintOf(tokenHash),
        signsInFrom: waitsFrom && after(waitsFrom, passkeyWaitHours),
        endsAt: at(endsAt),
      })),
  }));
}

async function waitingKeys(read: Read, { ids }: WaitingAt): Promise<Waiting[]> {
  const keys = (await keyProposalsById(read, ids)).map(
    ({ id, name, roles }): Waiting => ({
      id,
      confirmedBy: 'staff add',
      what: `${name} as ${roles.join(', ')}`,
      facts: [
        { name: 'name', before: null, after: name },
        { name: 'roles', before: null, after: roles.join(', ') },
      ],
      // The second engineer types the hash, which the person reads to them.
      input: { name, roles },
      about: { as: 'staff', id: name },
    }),
  );
  return [...keys, ...(await waitingPasskeys(read, ids))];
}

/** Returns the hash that is named by itself or by a passkey's fingerprint. @throws Declined */
async function hashFor(read: Read, name: string, named: string): Promise<Buffer> {
  const isHash = /^[0-9a-f]{64}$/.test(named);
  const hash = isHash ? Buffer.from(named, 'hex') : (await passkeyOf(read, named)).tokenHash;
  const passkey = await passkeyWithHash(read, hash);
  if (passkey) mustBeMadeFor(passkey, name);
  return hash;
}

type Wish = KeyWish & { roles: StaffRole[] };

/**
 * Proposes a key, or confirms an identical proposal. A different proposal for the same name
 * replaces the open one.
 */
async function add(ctx: StaffCtx, tx: Tx, wish: Wish): Promise<StaffAnswer<Added>> {
  const { now, keyId, approvals } = ctx;
  await lockKeys(tx);
  const { name, roles } = wish;
  const current = await keyNamed(tx, name);
  const isOpen = current?.endedAt === null;
  const isExpired = isOpen && Temporal.Instant.compare(current.endsAt, ctx.wall) <= 0;
  if (isOpen && (!isExpired || current.isSuspended))
    throw new Declined(`${name} has a key. End it first: staff end ${name}`);
  if (await keyByHash(tx, wish.tokenHash)) throw new Declined(seenBefore(name));
  const endExpired = async () => {
    if (isExpired) await endKey(tx, current.id, { at: current.endsAt, who: 'its expiry' });
  };
  if (keyId === null) {
    await endExpired();
    return await addOfInstallation(ctx, tx, wish);
  }
  const [open] = await openKeyProposals(tx, name);
  const isSame =
    open?.tokenHash.equals(wish.tokenHash) && open.roles.toString() === roles.toString();
  if (!open || !isSame || open.waits || Temporal.Instant.compare(open.lapsesAt, now) <= 0) {
    if (open) await approvals.drop(tx, open.id);
    const id = await approvals.propose(tx, 'staffKey', {
      lapsesAt: now.add({ hours: 24 * proposalDays }),
    });
    await insertKeyProposal(tx, id, wish);
    return outcomeOf('proposed', id, wish);
  }
  await approvals.confirm(tx, open.id);
  await endExpired();
  const id = newId(ctx.wall);
  await addApprovedKey(tx, open.id, { id, wall: ctx.wall, now });
  return outcomeOf('added', id, wish);
}

/** Replaces the caller's key. @throws Declined for the machine's own key */
async function renew({ keyId, keyText, who, wall }: StaffCtx, tx: Tx, hash: string) {
  if (keyId === null)
    throw new Declined(
      'The key of this machine does not expire. To replace it, delete its file and start the server again.',
    );
  if (keyText === null)
    throw new Declined(
      `A passkey cannot be renewed. Make another in the browser and let two engineers add it: staff passkey ${who}`,
    );
  await lockKeys(tx);
  const newHash = Buffer.from(hash, 'hex');
  if ((await keyByHash(tx, newHash)) || (await passkeyWithHash(tx, newHash)))
    throw new Declined(seenBefore(who));
  const endsAt = await renewKey(tx, { keyText, newHash, wall });
  const data = { name: who, endsAt: wireInstant(endsAt) };
  return { data, subject: keyId, detail: { name: who, hash } };
}

type Added = { name: string; roles: StaffRole[]; outcome: 'proposed' | 'added' };

function outcomeOf(
  outcome: Added['outcome'],
  subject: string,
  { name, roles, tokenHash }: Wish,
): StaffAnswer<Added> {
  return {
    data: { name, roles, outcome },
    subject,
    detail: { name, roles, hash: tokenHash.toString('hex'), outcome },
  };
}

/** Adds one of the installation's first two keys. @throws Declined if both exist already */
async function addOfInstallation(
  { app, who, wall, now }: StaffCtx,
  tx: Tx,
  wish: Wish,
): Promise<StaffAnswer<Added>> {
  const { open } = await keysOfMachine(tx, wall);
  if (open >= mostOfMachine)
    throw new Declined(
      'The key of this machine has added the first two engineers. They must add everybody else.',
    );
  if (!app.config.isSandbox && !wish.roles.includes('engineer'))
    throw new Declined(
      'The first two people must have the role of engineer, because they add all others.',
    );
  const id = newId(wall);
  await addKeyOfInstallation(tx, { id, wall, now, who, ...wish });
  return outcomeOf('added', id, wish);
}
