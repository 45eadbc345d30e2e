// Approvals: one person proposes, another confirms. Because one person could have two keys, the two
// keys must descend from different keys that the machine's own key added.
import type { Read, Tx } from '#/db/database.ts';
import { manilaMinute } from '#/platform/days.ts';
import { newIdFor } from '#/platform/random.ts';
import { Declined, invariant } from '#/platform/refuse.ts';
import * as store from './approvals.store.ts';
import { type By, keyOf, rootOf } from './approvals.store.ts';

/** Closes an open proposal on the server's behalf once its reason no longer applies. */
export const dropApproval: typeof store.drop = store.drop;

/** Acts that need two people. */
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

/** What a staff member can do with approvals. */
export type Approvals = {
  /**
   * Proposes an act. The proposal expires at `lapsesAt`, if given. `isReasonKept` is false if the
   * reason must be erased together with an account.
   * @returns the id under which the slice stores the proposal's details
   */
  propose(
    tx: Tx,
    act: Act,
    more?: {
      lapsesAt?: Temporal.Instant;
      isReasonKept?: boolean;
      /** The borrower whom the row with the proposal's id names, if it names one. */
      borrowerId?: string | null;
    },
  ): Promise<string>;
  /**
   * Confirms another person's proposal.
   * @returns who proposed it
   * @throws Declined if both may be the same person, the key is too new, or the proposal is closed
   */
  confirm(tx: Tx, id: string): Promise<string>;
  /** Requires a person other than the proposer. @throws Declined as `confirm` does */
  mustBeAnother(read: Read, id: string): Promise<void>;
  /** Closes an open proposal. @throws Declined if it is already closed */
  drop(tx: Tx, id: string, as?: store.DroppedAs): Promise<void>;
};

/**
 * Requires that a person has just confirmed this proposal, whose row is locked, with its current
 * facts. @throws Declined
 */
export type MustHaveConfirmed = (tx: Tx, id: string) => Promise<void>;

/**
 * Returns the `Approvals` of the acting person. `declared` is the act that their command declares.
 * A person at the desk also passes `mustHaveConfirmed` before each confirmation.
 */
export function approvalsOf(
  by: store.By,
  reason: string | null,
  declared: Act | null,
  mustHaveConfirmed?: MustHaveConfirmed,
): Approvals {
  const mustBeDeclared = (act?: Act) =>
    invariant(
      declared !== null && (act ?? declared) === declared,
      'a command declares the act that needs two people',
    );
  const mustDiffer = (read: Read, { proposedBy, proposedKeyId }: store.Approval) =>
    mustBeSecond(read, by, { who: proposedBy, keyId: proposedKeyId });
  return {
    async propose(tx, act, { lapsesAt = null, isReasonKept = true, borrowerId = null } = {}) {
      invariant(reason, 'a change has a reason');
      mustBeDeclared(act);
      const id = newIdFor(borrowerId, by.at);
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
        throw new Declined('This proposal has expired. Propose it again.');
      await mustHaveConfirmed?.(tx, id);
      await store.confirm(tx, id, by);
      return open.proposedBy;
    },
    async mustBeAnother(read, id) {
      const approval = await store.findApproval(read, id);
      invariant(approval, 'an act has its approval');
      await mustDiffer(read, approval);
    },
    async drop(tx, id, as = 'replaced') {
      await lockOpen(tx, id);
      await store.drop(tx, id, { ...by, as });
    },
  };
}

async function lockOpen(tx: Tx, id: string): Promise<store.Approval> {
  const approval = await store.findApproval(tx, id, { isLocked: true });
  invariant(approval, 'an act has its approval');
  if (approval.state !== 'open')
    throw new Declined('Somebody else has just decided on this. Look at it again.');
  return approval;
}

/**
 * How old a key must be (in business time) before it can confirm, so that others notice it first.
 */
export const keyWaitHours = 24;
const machine = 'local:';

/**
 * Requires that a second person decides on a proposal. The database enforces the same rule.
 * @throws Declined if both may be the same person, or the key is too new
 */
async function mustBeSecond(
  read: Read,
  { who, keyId, at }: By,
  first: Omit<By, 'at'>,
): Promise<void> {
  const isLocal = keyId === null;
  const isMachine = first.who.startsWith(machine);
  if (first.who === who || (isLocal && isMachine))
    throw new Declined(
      'You proposed this yourself. Ask another person to confirm it with their own key.',
    );
  const [own, other] = await Promise.all([keyOf(read, keyId), keyOf(read, first.keyId)]);
  if ((!isLocal && !own) || (!isMachine && !other))
    throw new Declined(`There is no key with the name ${own ? first.who : who}.`);
  if (other?.isSuspended)
    throw new Declined(
      `The key of ${first.who} is suspended. Two engineers must end or resume it first.`,
    );
  const roots = [own && (await rootOf(read, own.id)), other && (await rootOf(read, other.id))];
  if (roots[0] === roots[1])
    throw new Declined(
      `Your key and the key of ${first.who} descend from the same first key. Ask somebody whose key descends from the other one.`,
    );
  const from = own && !own.isFirst ? own.addedAt.add({ hours: keyWaitHours }) : null;
  if (from && Temporal.Instant.compare(at, from) < 0)
    throw new Declined(
      `Your key is less than ${keyWaitHours} hours old. Confirm from ${manilaMinute(from)} on.`,
    );
}
