// Confirms a proposal by a fresh answer of a passkey. The challenge is bound to the session, the
// command, its input, and the proposal with its facts as the person saw them.
import { hourMs } from '@sandali/contract/day.ts';
import type { Confirmation, Proposal, SignedChallenge } from '@sandali/contract/desk.ts';
import { openApprovalsFor } from '#/commands/approvals.store.ts';
import type { MustHaveConfirmed } from '#/commands/approvals.ts';
import type { StaffCommand, Waiting } from '#/commands/command.ts';
import type { AppContext } from '#/context/app-context.ts';
import type { Read } from '#/db/database.ts';
import { wireInstant } from '#/platform/days.ts';
import { Declined } from '#/platform/refuse.ts';
import { sameHash, sha256 } from '#/platform/seal.ts';
import { requestOptions } from '#/platform/webauthn.ts';
import { holderOfHash } from '#/staff/key.ts';
import { passkeysOfKeys } from '#/staff/passkeys.store.ts';
import { newChallenge, type Verified, verifySigned, whyNotOpen } from './passkey.ts';
import { challengeMs } from './rules.ts';
import type { SignedIn } from './session.ts';

/** How many confirmations a person can ask for in an hour. Strangers do not use them up. */
const mostPerHour = 300;

/** A command as it is called: `input` as sent, and `read` by the command's schema. */
export type Called = { command: StaffCommand; input: unknown; read: unknown };

/** Returns what a command would confirm, with a challenge for a passkey's session. */
export async function offerConfirmation(
  app: AppContext,
  { session, holder }: SignedIn,
  { command, input, read }: Called,
): Promise<Confirmation> {
  const proposal = await proposalFor(app, command, read, holder.keyId);
  if (!proposal || !session.isByPasskey) return { proposal, challenge: null };
  const aboutHash = aboutHashOf({ command, input }, proposal);
  const of = { purpose: 'confirm', sessionId: session.id, aboutHash } as const;
  const limit = {
    name: `desk:confirmations:${holder.keyId}`,
    limit: mostPerHour,
    windowMs: hourMs,
  };
  const { id, challenge } = await newChallenge(app, of, limit);
  const options = requestOptions({
    origin: app.config.deskOrigin,
    challenge,
    timeoutMs: challengeMs,
    known: (await passkeysOfKeys(app.db, holder.keyId)).map(({ credentialId }) => ({
      credentialId,
      transports: [],
    })),
  });
  return { proposal, challenge: { challengeId: id, options } };
}

/**
 * Returns the check before a confirmation. Verifies the answer now, because its challenge is used
 * up even if the command is declined later.
 */
export async function confirmationCheck(
  app: AppContext,
  { session, holder }: SignedIn,
  { command, input }: Omit<Called, 'read'>,
  signed: SignedChallenge | undefined,
): Promise<MustHaveConfirmed> {
  if (!session.isByPasskey) return async () => {};
  const verified = signed && (await verifySigned(app, 'confirm', signed));
  const isOwn =
    verified?.failure === null &&
    verified.challenge.sessionId === session.id &&
    (await signedByHolder(app, verified, holder.keyId));
  const aboutHash = isOwn ? verified.challenge.aboutHash : null;
  return async (tx, id) => {
    if (!signed)
      throw new Declined('This would confirm a proposal. Look at it, and confirm by passkey.');
    if (!aboutHash)
      throw new Declined(
        'The confirmation could not be verified, or took too long. Confirm again.',
      );
    const now = app.clocks.now();
    const waiting = (await command.twoPeople?.waiting(tx, { app, now, ids: [id] })) ?? [];
    const proposal = waiting.find((open) => open.id === id);
    if (!proposal || !sameHash(aboutHash, aboutHashOf({ command, input }, proposal)))
      throw new Declined('The proposal has changed since you looked. Look at it again.');
  };
}

async function signedByHolder(
  app: AppContext,
  { passkey }: Verified,
  keyId: string,
): Promise<boolean> {
  const holder = await holderOfHash(app, passkey.tokenHash);
  return holder?.keyId === keyId && (await whyNotOpen(app, passkey, holder)) === null;
}

/** Returns the open proposal of another person that a command with this input would confirm. */
async function proposalFor(
  app: AppContext,
  { name, twoPeople }: StaffCommand,
  read: unknown,
  ownKeyId: string,
): Promise<Proposal | null> {
  if (!twoPeople) return null;
  const [now, db]: [Temporal.Instant, Read] = [app.clocks.now(), app.db];
  const open = await openApprovalsFor(db, twoPeople.act, now);
  const others = new Map(
    open.flatMap((row) => (row.proposedKeyId === ownKeyId ? [] : [[row.id, row] as const])),
  );
  if (others.size === 0) return null;
  const waiting = await twoPeople.waiting(db, { app, now, ids: [...others.keys()] });
  const decides = (row: Waiting) => row.confirmedBy === name || twoPeople.declinedBy === name;
  const match = waiting.find((row) => decides(row) && isOfInput(row, read));
  const row = match && others.get(match.id);
  if (!row) return null;
  return {
    id: row.id,
    act: row.act,
    confirmedBy: match.confirmedBy,
    what: match.what,
    facts: match.facts ?? [],
    input: match.input ?? {},
    about: match.about ?? null,
    proposedBy: row.proposedBy,
    proposedAt: wireInstant(row.proposedAt),
    lapsesAt: row.lapsesAt && wireInstant(row.lapsesAt),
    reason: row.reason,
  };
}

/** Whether an input has the values of a proposal. */
function isOfInput({ input = {}, typed = {} }: Waiting, read: unknown): boolean {
  const entries = Object.entries({ ...input, ...typed });
  const sent = new Map(Object.entries(Object(read)));
  return (
    entries.length > 0 &&
    entries.every(([key, value]) => canonical(sent.get(key)) === canonical(value))
  );
}

function aboutHashOf(
  { command, input }: Omit<Called, 'read'>,
  { id, what, facts = [] }: Pick<Waiting, 'id' | 'what' | 'facts'>,
): Buffer {
  return sha256(canonical({ command: command.name, input, id, what, facts }));
}

/** Returns JSON with sorted keys, so that equal values have equal texts. */
function canonical(value: unknown): string {
  const sorted = (_: string, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part;
  return JSON.stringify(value, sorted) ?? 'undefined';
}
