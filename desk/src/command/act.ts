// A change is sent in two steps: the server says what it would confirm, and the person, who has
// read that, sends it. A confirmation is signed by passkey.
import type { DeclaredCommand } from '@sandali/contract/commands.ts';
import { type Confirmation, deskPaths } from '@sandali/contract/desk.ts';
import { type CommandRequest, post, Wrong } from '#/api.ts';
import { signChallenge } from '#/passkey.ts';

/** `confirmation` is null if one person is enough for the command. */
export type CheckedAct = { request: CommandRequest; confirmation: Confirmation | null };

/**
 * Asks what a change would confirm. If `proposal` is set, the change decides on that proposal only.
 * @throws Wrong also if the proposal no longer waits
 */
export async function checkAct(
  command: DeclaredCommand,
  request: CommandRequest,
  proposal?: string,
): Promise<CheckedAct> {
  if (!command.twoPeople) return { request, confirmation: null };
  const confirmation = await post<Confirmation>(deskPaths.confirmation, {
    command: command.name,
    input: request.input,
  });
  // Without its proposal, the command would propose instead of confirm.
  if (proposal !== undefined && confirmation.proposal?.id !== proposal)
    throw new Wrong('This proposal no longer waits, or has changed. Read the list again.', 0);
  return { request, confirmation };
}

/** Signs a change by passkey if it confirms a proposal. @throws Wrong */
export async function signAct({ request, confirmation }: CheckedAct): Promise<CommandRequest> {
  const challenge = confirmation?.proposal ? confirmation.challenge : null;
  return challenge ? { ...request, confirmation: await signChallenge(challenge) } : request;
}
