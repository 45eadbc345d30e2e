// What takes two people: one proposes, another confirms. The slice stores the facts of the decision
// in its own row, under the approval's id. Whether two keys are two people: a person who proposes
// keys could hold two of them, so the makers of both keys must lead back to different keys of the
// installation, those that the machine's own key made.

import type { Read, Tx } from '#/db/database.ts';
import { newId } from '#/platform/random.ts';
import { Declined, invariant } from '#/platform/refuse.ts';
import * as store from './approvals.store.ts';
import { type By, keyOf, rootOf } from './approvals.store.ts';

/**
 * Ends an open proposal for the program: its ground has gone. One that has ended stays as it is.
 */
export const dropApproval: typeof store.drop = store.drop;

/** Everything that takes two people. */
export type Act =
  | 'staffKey'
  | 'staffAccess'
  | 'setting'
  | 'payout'
  | 'suspense'
  | 'transfer'
  | 'claim'
  | 'bill'
  | 'break'
  | 'limit'
  | 'quota'
  | 'lineHold'
  | 'suspicion'
  | 'recovery'
  | 'correction'
  | 'files';

/** What one person on staff may do with approvals, with their key, now. */
export type Approvals = {
  /**
   * Proposes. Without `lapsesAt` it never lapses. `isReasonKept` is false if the reason must be
   * erased with an account: it is then in the trail, or sealed with the act. @returns the id under
   * which the facts are to be stored
   */
  propose(
    tx: Tx,
    act: Act,
    more?: { lapsesAt?: Temporal.Instant; isReasonKept?: boolean },
  ): Promise<string>;
  /**
   * Confirms what another person proposed.
   * @returns who proposed it.
   * @throws Declined where both may be one person, the key is too young, or it was answered already
   */
  confirm(tx: Tx, id: string): Promise<string>;
  /**
   * Lets them answer what another person proposed, however they answer.
   * @throws Declined as above
   */
  mustBeAnother(read: Read, id: string): Promise<void>;
  /**
   * Ends an open proposal: another took its place, it was declined, or it is over.
   * @throws Declined where it was answered already
   */
  drop(tx: Tx, id: string, as?: store.DroppedAs): Promise<void>;
};

/**
 * The approvals of somebody who acts. `reason` is the one they gave; `declared` the act that their
 * command says it takes two people for.
 */
export function approvalsOf(by: store.By, reason: string | null, declared: Act | null): Approvals {
  const mustBeDeclared = (act?: Act) =>
    invariant(
      declared !== null && (act ?? declared) === declared,
      'a command says that it takes two people',
    );
  const mustDiffer = (read: Read, { proposedBy, proposedKeyId }: store.Approval) =>
    mustBeSecond(read, by, { who: proposedBy, keyId: proposedKeyId });
  return {
    async propose(tx, act, { lapsesAt = null, isReasonKept = true } = {}) {
      invariant(reason, 'a change has a reason');
      mustBeDeclared(act);
      const id = newId(by.at);
      await store.insertApproval(tx, {
        id,
        act,
        by,
        reason: isReasonKept ? reason : null,
        lapsesAt,
      });
      return id;
    },
    async confirm(tx, id) {
      mustBeDeclared();
      const open = await lockOpen(tx, id);
      await mustDiffer(tx, open);
      if (open.lapsesAt && Temporal.Instant.compare(open.lapsesAt, by.at) < 0)
        throw new Declined('This proposal has lapsed. Propose it anew.');
      await store.confirm(tx, id, by);
      return open.proposedBy;
    },
    async mustBeAnother(read, id) {
      const found = await store.findApproval(read, id);
      invariant(found, 'an act has its approval');
      await mustDiffer(read, found);
    },
    async drop(tx, id, as = 'replaced') {
      await lockOpen(tx, id);
      await store.drop(tx, id, { ...by, as });
    },
  };
}

async function lockOpen(tx: Tx, id: string): Promise<store.Approval> {
  const found = await store.findApproval(tx, id, { isLocked: true });
  invariant(found, 'an act has its approval');
  if (found.state !== 'open')
    throw new Declined('Somebody else has answered this a moment ago. Look at it again.');
  return found;
}

/**
 * For how long a key confirms nothing, in hours of business time: long enough that others see it in
 * the list.
 */
const waitsHours = 24;
const machine = 'local:';

/**
 * Lets somebody answer what another person has proposed. The database holds every confirmation to
 * the same rule.
 * @throws Declined where both may be one person, or the key is too young.
 */
async function mustBeSecond(
  read: Read,
  { who, keyId, at }: By,
  first: Omit<By, 'at'>,
): Promise<void> {
  const isLocal = keyId === null;
  const isMachine = first.who.startsWith(machine);
  if (first.who === who || (isLocal && isMachine))
    throw new Declined('You have proposed this. Another person confirms it with their own key.');
  const [own, other] = [await keyOf(read, keyId), await keyOf(read, first.keyId)];
  if ((!isLocal && !own) || (!isMachine && !other))
    throw new Declined(`Nobody here has a key as ${own ? first.who : who}.`);
  if (other?.isSuspended)
    throw new Declined(
      `The key of ${first.who} is suspended. What they proposed waits until two people have decided on it.`,
    );
  const roots = [own && (await rootOf(read, own.id)), other && (await rootOf(read, other.id))];
  if (roots[0] === roots[1])
    throw new Declined(
      `Your key and that of ${first.who} go back to one maker. Somebody whose key another engineer made confirms it.`,
    );
  const from = own && !own.isFirst ? own.addedAt.add({ hours: waitsHours }) : null;
  if (from && Temporal.Instant.compare(at, from) < 0)
    throw new Declined(
      `Your key is younger than ${waitsHours} hours. It confirms from ${from.toString({ smallestUnit: 'minute' })} on.`,
    );
}
