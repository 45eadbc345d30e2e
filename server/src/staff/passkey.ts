// Adds a passkey to a person who has a key: one engineer proposes it, another confirms it.

import { rootOf } from '#/commands/approvals.store.ts';
import type { StaffAnswer, StaffCtx, Waiting } from '#/commands/command.ts';
import type { Read, Tx } from '#/db/database.ts';
import { Declined } from '#/platform/refuse.ts';
import { fingerprintOf, passkeyOf } from './fingerprint.ts';
import { keyByHash, keyNamed, lockKeys } from './keys.store.ts';
import {
  addApprovedPasskey,
  insertPasskeyProposal,
  type KeptPasskey,
  openPasskeyProposals,
  passkeyProposalsById,
  passkeysOfKeys,
} from './passkeys.store.ts';

const mostPasskeys = 2;
/** How long an added passkey waits (in business time) before it signs in. */
export const passkeyWaitHours = 24;

type Wish = { name: string; fingerprint: string; lapsesAt: Temporal.Instant };
type Outcome = { name: string; fingerprint: string; outcome: 'proposed' | 'added' };

/** Requires that a passkey was made under this name. @throws Declined */
export function mustBeMadeFor(passkey: KeptPasskey, name: string): void {
  if (passkey.name !== name)
    throw new Declined(`This passkey was made for ${passkey.name}, not for ${name}.`);
}

/**
 * Proposes a passkey, or confirms an identical proposal. Another proposal for the same person
 * replaces the open one.
 */
export async function addPasskey(
  ctx: StaffCtx,
  tx: Tx,
  { name, fingerprint: typed, lapsesAt }: Wish,
): Promise<StaffAnswer<Outcome>> {
  const { approvals, now, wall } = ctx;
  await lockKeys(tx);
  const { id: keyId } = await ownerFor(ctx, tx, name);
  const passkey = await passkeyOf(tx, typed);
  mustBeMadeFor(passkey, name);
  const { tokenHash } = passkey;
  if (await keyByHash(tx, tokenHash)) throw new Declined('This passkey was added before.');
  const fingerprint = fingerprintOf(tokenHash);
  const answer = (outcome: Outcome['outcome']) => ({
    data: { name, fingerprint, outcome },
    subject: keyId,
    detail: { name, hash: tokenHash.toString('hex'), outcome },
  });
  const open = (await openPasskeyProposals(tx)).find((proposal) => proposal.keyId === keyId);
  const isSame = open?.tokenHash.equals(tokenHash) && !open.waits;
  if (!open || !isSame || Temporal.Instant.compare(open.lapsesAt, now) <= 0) {
    await mustShareRoot(ctx, tx, { id: keyId, name });
    if (open) await approvals.drop(tx, open.id);
    const id = await approvals.propose(tx, 'staffKey', { lapsesAt });
    await insertPasskeyProposal(tx, id, { keyId, tokenHash });
    return answer('proposed');
  }
  await approvals.confirm(tx, open.id);
  await addApprovedPasskey(tx, open.id, { wall, now });
  return answer('added');
}

/** Returns the open key of a person who may have another passkey. @throws Declined */
async function ownerFor({ wall }: StaffCtx, tx: Tx, name: string) {
  const key = await keyNamed(tx, name);
  if (!key || key.endedAt || key.isSuspended)
    throw new Declined(`${name} has no open key. Add the passkey as their key: staff add ${name}`);
  const passkeys = (await passkeysOfKeys(tx, key.id)).filter(
    ({ endsAt }) => Temporal.Instant.compare(endsAt, wall) > 0,
  );
  if (passkeys.length >= mostPasskeys)
    throw new Declined(
      `${name} has two passkeys. If one is lost, end the key and add the person again: staff end ${name}`,
    );
  return key;
}

/**
 * Requires that the proposer descends from the same first key as the person. Otherwise, a proposer
 * who keeps the passkey could confirm their own proposals. The database enforces the same rule.
 * @throws Declined
 */
async function mustShareRoot(
  { keyId }: StaffCtx,
  tx: Tx,
  person: { id: string; name: string },
): Promise<void> {
  if (keyId !== null && (await rootOf(tx, keyId)) === (await rootOf(tx, person.id))) return;
  throw new Declined(
    `Your key and the key of ${person.name} descend from different first keys. Ask an engineer whose key descends from the same one to propose this; you can confirm it.`,
  );
}

/** Returns these proposals of passkeys, as the second person sees them. */
export async function waitingPasskeys(read: Read, ids: readonly string[]): Promise<Waiting[]> {
  return (await passkeyProposalsById(read, ids)).map(({ id, name }) => ({
    id,
    confirmedBy: 'staff passkey',
    what: `a passkey of ${name}`,
    facts: [{ name: 'name', before: null, after: name }],
    // The second engineer types the fingerprint, which the person reads to them.
    input: { name },
    about: { as: 'staff', id: name },
  }));
}
