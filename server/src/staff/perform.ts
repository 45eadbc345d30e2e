// Runs a staff command: checks permissions and input, and always writes a row to the trail.

import type { Shown } from '@sandali/contract/commands.ts';
import { parsePhilippineMobile } from '@sandali/contract/phone.ts';
import { visibleWords } from '@sandali/contract/text.ts';
import * as v from 'valibot';
import { borrowerExists, borrowerOfPhone } from '#/account/account.ts';
import { approvalsOf, type MustHaveConfirmed } from '#/commands/approvals.ts';
import {
  needsReason,
  type StaffAnswer,
  type StaffCommand,
  type StaffCtx,
  type StaffRole,
} from '#/commands/command.ts';
import { looksOf } from '#/commands/looks.ts';
import { createMask } from '#/commands/mask.ts';
import { mobileOf } from '#/commands/mobile.ts';
import type { AppContext } from '#/context/app-context.ts';
import { audit } from '#/context/audit.ts';
import { inTx, type Read, readOnly, type Tx } from '#/db/database.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { Declined, invariant } from '#/platform/refuse.ts';
import type { Holder } from './key.ts';
import { keysOfMachine, mostOfMachine } from './keys.store.ts';
import { borrowerOfReference } from './person.store.ts';

type Request = { input: unknown; reason?: string | undefined; reveal?: boolean | undefined };
export type Act = {
  app: AppContext;
  command: StaffCommand;
  holder: Holder;
  who: string;
  request: Request;
  /**
   * Set for a command from the desk. Before a confirmation, it checks what the person has seen.
   * `recordOnce` records a change, and returns false if it has been carried out already.
   */
  desk?: { mustHaveConfirmed: MustHaveConfirmed; recordOnce: (tx: Tx) => Promise<boolean> };
};
export type Outcome =
  | { status: 200; body: { data: unknown; shown?: Shown }; stream?: AsyncIterable<string> }
  | { status: 401; body: { wrong: string; code: NonNullable<Holder['stopped']> } }
  | { status: 403 | 409 | 422; body: { wrong: string } };

/** The reason why a command was not carried out, as the trail records it. */
type Failure =
  | NonNullable<Holder['stopped']>
  | 'denied'
  | 'withoutReason'
  | 'invalid'
  | 'declined'
  | 'repeated'
  | 'broken';

/** A change of the desk that has been carried out already, because its response was lost. */
class Repeated extends Error {
  override message =
    'This is done already: the server’s first answer was lost. Look at the result.';
}

/** Says why a key is refused and what its holder can do. */
export function whyStopped(
  stopped: NonNullable<Holder['stopped']>,
  { name, endsAt }: Pick<Holder, 'name' | 'endsAt'>,
): string {
  const of = `The key of ${name}`;
  switch (stopped) {
    case 'ended':
      return `${of} has ended.`;
    case 'suspended':
      return `${of} is suspended until two engineers end or resume it.`;
    case 'replaced':
      return `${of} was replaced by a newer one, which was used. If that was not ${name}, suspend it: staff suspend ${name}`;
    case 'expired':
      return `${of} expired on ${endsAt && manilaDayOf(endsAt)}. Make another with staff key; one engineer proposes its hash with staff add ${name}, and another adds it.`;
  }
}

/**
 * Runs a command and writes its trail row in one transaction. A refused or failed command leaves
 * only a row with the reason.
 */
export async function perform(act: Act): Promise<Outcome> {
  const { command, holder, request } = act;
  if (holder.stopped) {
    await recordFailure(act, holder.stopped);
    const wrong = whyStopped(holder.stopped, holder);
    return { status: 401, body: { wrong, code: holder.stopped } };
  }
  const role = await roleFor(act);
  if (role === 'none') return await refuse(act, 'denied', 403, whyNotAllowed(command, holder));
  if (request.reveal && !mayReveal(act))
    return await refuse(act, 'denied', 403, whyNotReveal(command));
  if (!request.reason && needsReason(command))
    return await refuse(
      act,
      'withoutReason',
      422,
      `${command.kind === 'change' ? 'A change' : 'Viewing a person'} needs a reason.`,
    );
  const input = readInput(command, request.input);
  if ('wrong' in input) return await refuse(act, 'invalid', 422, input.wrong);
  return await run(act, role, input.read);
}

/** Reads a command's input by its schema; returns what is wrong with it otherwise. */
export function readInput(
  command: StaffCommand,
  input: unknown,
): { read: unknown } | { wrong: string } {
  const result = v.safeParse(command.request, visibleInput(command, input));
  return result.success ? { read: result.output } : { wrong: sentenceOf(result.issues) };
}

/** Normalises typed text in the input, but not file contents. */
function visibleInput({ arguments: declared }: StaffCommand, input: unknown): unknown {
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return input;
  const isTyped = (key: string) =>
    Object.hasOwn(declared, key) && declared[key]?.typing.as === 'text';
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => [
      key,
      typeof value === 'string' && isTyped(key) ? visibleWords(value) : value,
    ]),
  );
}

/**
 * Returns the first of the person's roles that may run the command; null if the machine's own key
 * may run it to add the first two engineers; otherwise 'none'.
 */
async function roleFor({ app, command, holder }: Act): Promise<StaffRole | null | 'none'> {
  const role = command.roles.find((allowed) => holder.roles.includes(allowed));
  if (role) return role;
  const isFirst =
    holder.isLocal &&
    command.isForFirstKey === true &&
    (await keysOfMachine(app.db, app.clocks.wall())).open < mostOfMachine;
  return isFirst ? null : 'none';
}

function mayReveal({ command, holder }: Act): boolean {
  return command.mayReveal?.some((role) => holder.roles.includes(role)) ?? false;
}

function whyNotAllowed({ name, roles }: StaffCommand, holder: Holder): string {
  if (holder.isLocal)
    return 'The key of this machine only adds the first two engineers. Use a key of your own: OPS_KEY_FILE or OPS_KEY.';
  const rolesAre = holder.roles.length === 1 ? 'role is' : 'roles are';
  return `${name} is for ${listed(roles)}; your ${rolesAre} ${holder.roles.join(', ')}.`;
}

function whyNotReveal({ name, mayReveal: roles }: StaffCommand): string {
  return roles
    ? `Only ${listed(roles)} may reveal what ${name} masks.`
    : `${name} masks nothing. Leave out --reveal.`;
}

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });
const listed = (roles: readonly StaffRole[]) => alternatives.format(roles);

/** Messages for the text rules that staff commands share with borrowers' calls. */
const spoken: Readonly<Record<string, string>> = {
  long: 'is too long',
  empty: 'is empty',
  letters: 'has characters that documents cannot show',
};

function sentenceOf(issues: readonly v.BaseIssue<unknown>[]): string {
  return `${issues.map((issue) => `${v.getDotPath(issue as v.BaseIssue<never>) ?? 'input'}: ${spoken[issue.message] ?? issue.message}`).join('; ')}.`;
}

async function run(act: Act, role: StaffRole | null, input: unknown): Promise<Outcome> {
  const { app, command, holder, who, request } = act;
  const reason = request.reason ?? null;
  const now = app.clocks.now();
  const looks = looksOf(who, command.seenFirst);
  const ctx: StaffCtx = {
    app,
    who,
    keyId: holder.keyId,
    keyText: holder.keyText,
    approvals: approvalsOf(
      { who, keyId: holder.keyId, at: now },
      reason,
      command.twoPeople?.act ?? null,
      act.desk?.mustHaveConfirmed,
    ),
    looks,
    reason,
    roles: holder.roles,
    mask: createMask(request.reveal === true),
    borrowerNamed: (read, named) => borrowerNamed(app, read, named),
    now,
    wall: app.clocks.wall(),
  };
  let isDone = false;
  try {
    const list = await listFromStandby(ctx, command, input);
    const { data } = await inTx(app.db, async (tx): Promise<StaffAnswer> => {
      const carryOut = () => command.run(ctx, tx, input);
      if (command.kind === 'change' && (await act.desk?.recordOnce(tx)) === false)
        throw new Repeated();
      const answer =
        list ?? (command.kind === 'look' ? await readOnly(tx, carryOut) : await carryOut());
      requireDeclaredPerson(command, answer);
      invariant(looks.areChecked(), `${command.name} must check the look that it declares`);
      const { subject = null, person = subject, detail = {} } = answer;
      const revealed = ctx.mask.revealed();
      await audit(tx, {
        at: ctx.now,
        who,
        role,
        act: `ops ${command.name}`,
        subject: person,
        reason,
        detail: { ...detail, ...(revealed.length > 0 && { revealed }), ...sourceOf(act) },
      });
      return answer;
    });
    command.after?.(ctx);
    isDone = true;
    if (command.stream)
      return { status: 200, body: { data: null }, stream: command.stream(ctx, data) };
    const answer = command.answer ? await command.answer(ctx, data) : data;
    const shown = command.shows.show(answer);
    return {
      status: 200,
      body: { data: answer, shown: app.config.isDrill ? inDrill(shown) : shown },
    };
  } catch (error) {
    if (error instanceof Repeated) return await refuse(act, 'repeated', 409, error.message);
    if (error instanceof Declined) return await refuse(act, 'declined', 422, error.message);
    // A committed command stays recorded as done, even if its response fails.
    if (!isDone)
      await recordFailure(act, 'broken').catch((second) =>
        app.log.error('a failed ops command could not be recorded in the trail', second),
      );
    throw error;
  }
}

/** Reads a list on the standby; null for other commands, or if the primary must be read. */
async function listFromStandby(ctx: StaffCtx, command: StaffCommand, input: unknown) {
  const { standby } = ctx.app;
  if (!standby || !command.readsStandby) return null;
  return await standby.readList((tx) => command.run(ctx, tx, input));
}

const drillLine = 'Drill: this is a copy. Nothing is sent, and no money moves.';
const inDrill = (shown: Shown): Shown => ({ ...shown, lines: [drillLine, ...(shown.lines ?? [])] });

/**
 * Requires a view to name a person if and only if the command declares that its views are reported
 * to a person.
 */
function requireDeclaredPerson(command: StaffCommand, { person }: StaffAnswer): void {
  if (command.kind === 'change') return;
  invariant(
    (person !== undefined) === (command.aboutPerson === 'reported'),
    `${command.name} must name a person if and only if it declares that`,
  );
}

/** Returns how the trail records that a command came from the desk. */
const sourceOf = ({ desk }: Act) => (desk ? { via: 'desk' } : {});

async function refuse(
  act: Act,
  failure: Failure,
  status: 403 | 409 | 422,
  wrong: string,
): Promise<Outcome> {
  await recordFailure(act, failure);
  return { status, body: { wrong } };
}

/** Records a failure without its message, which may contain typed text such as a phone number. */
async function recordFailure(act: Act, outcome: Failure): Promise<void> {
  const { app, command, who, request, holder } = act;
  const detail = {
    outcome,
    roles: holder.roles,
    ...(request.reveal && { reveal: true }),
    ...sourceOf(act),
  };
  const at = app.clocks.now();
  await inTx(app.db, (tx) =>
    audit(tx, { at, who, act: `ops ${command.name}`, reason: request.reason ?? null, detail }),
  );
}

const reference = /^[1-9]\d{9}$/;

/**
 * Returns the id of the borrower with this mobile number, userGid or reference number (ten digits).
 * @throws Declined if nobody has it
 */
async function borrowerNamed(
  app: Pick<AppContext, 'sealer'>,
  read: Read,
  named: string,
): Promise<string> {
  const borrowerId = await find(app, read, named);
  // If the text looks like a mobile number but is not a valid one, `mobileOf` throws the reason.
  if (!borrowerId && /^[+(\d][\d\s().+-]*$/.test(named.trim()) && !reference.test(named))
    mobileOf(named);
  if (!borrowerId) throw new Declined('Nobody has this number, userGid or reference number.');
  return borrowerId;
}

async function find(
  { sealer }: Pick<AppContext, 'sealer'>,
  read: Read,
  text: string,
): Promise<string | null> {
  if (v.is(v.pipe(v.string(), v.uuid()), text)) {
    const id = text.toLowerCase();
    return (await borrowerExists(read, id)) ? id : null;
  }
  if (reference.test(text)) return await borrowerOfReference(read, text);
  const phone = parsePhilippineMobile(text);
  return phone && (await borrowerOfPhone(read, sealer, phone));
}
