// Sends a code by SMS. Nothing here looks whether a number has an account, so the answer is the same for all.
import { type CodePurpose, codeSms } from '@sandali/contract/account.ts';
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import type { Read, Tx } from '#/db/database.ts';
import { takeFromBudget } from '#/kit/budget.ts';
import type { Ctx } from '#/kit/ctx.ts';
import { wireInstant } from '#/kit/days.ts';
import { newId, newSmsCode } from '#/kit/random.ts';
import { invariant, refuse } from '#/kit/refuse.ts';
import type { Done } from '#/kit/serve.ts';
import type { SettingValues } from '#/kit/settings.ts';
import { codeLifeMs } from '#/kit/tell.ts';
import * as challenges from './challenge.store.ts';
import { codeHashOf } from './code.ts';
import { phoneOf } from './person.ts';
import { codeBudgets, codeTries, resendAfterSeconds, secondsToWait } from './rules.ts';

type Input = RequestOf<typeof codeSms>;
type Ids = { challengeId: string };
type To = { phone: string; phoneHash: Buffer; borrowerId: string | null };

/** Codes without which somebody could not get in at all: `smsSwitch` does not concern them. */
const alwaysSent: readonly CodePurpose[] = ['register', 'reset'];

/** Reads the switches before the transaction begins, as they are read on a connection of their own. */
export async function switches(ctx: Ctx): Promise<SettingValues> {
  return await ctx.house.settings.all();
}

/** Sends a code, within the budgets and not too soon after the last one. */
export async function sendCode(ctx: Ctx, tx: Tx, input: Input, settings: SettingValues): Promise<Done<Ids>> {
  if (input.purpose === 'bankAccount' && !ctx.who) refuse(codeSms, 'sessionInvalid');
  if (!alwaysSent.includes(input.purpose) && !settings.smsSwitch) refuse(codeSms, 'smsLoginOff');
  const to = await whereTo(ctx, tx, input);
  await challenges.lockNumber(tx, to.phoneHash);
  const tries = await triesSoFar(ctx, tx, input.purpose, to);
  await takeBudgets(ctx, tx, to);
  if (!settings.smsOn || (await ctx.house.codesFail(tx, to.phoneHash, ctx.wall))) refuse(codeSms, 'codeSendingFailed');
  const challengeId = await makeAndTell(ctx, tx, input.purpose, to, tries);
  return { ids: { challengeId } };
}

/** What a client needs to hand a code in and to ask for another. */
export async function showChallenge(ctx: Ctx, read: Read, { challengeId }: Ids): Promise<DataOf<typeof codeSms>> {
  const row = await challenges.findChallenge(read, challengeId);
  invariant(row, 'a challenge is not there');
  return {
    challengeId: challengeId as DataOf<typeof codeSms>['challengeId'],
    resendAfterSeconds: Math.max(0, secondsToWait(row.made_at, ctx.wall, spacingOf(ctx))),
    endsAt: wireInstant(row.ends_at) as DataOf<typeof codeSms>['endsAt'],
  };
}

/** Seconds between two codes to a number; the sandbox lets a newcomer go on sooner. */
function spacingOf({ house }: Ctx): number {
  return house.config.isSandbox ? house.config.sandbox.resendSeconds : resendAfterSeconds;
}

/** A code for a bank account goes to the borrower's own number: whoever holds a stolen session must not choose where it goes. */
async function whereTo(ctx: Ctx, tx: Tx, input: Input): Promise<To> {
  const { sealer } = ctx.house;
  const borrowerId = input.purpose === 'bankAccount' ? (ctx.who?.borrowerId ?? null) : null;
  const phone = borrowerId === null ? input.phone : await phoneOf(tx, sealer, borrowerId);
  return { phone, phoneHash: sealer.hash('phone', phone), borrowerId };
}

/** The failed tries that the new code takes over. Where they are used up, there is no new code until the old one's time is over. */
async function triesSoFar(ctx: Ctx, tx: Tx, purpose: CodePurpose, to: To): Promise<number> {
  const seconds = secondsToWait(await challenges.lastSentAt(tx, to.phoneHash), ctx.wall, spacingOf(ctx));
  if (seconds > 0) refuse(codeSms, 'codeTooSoon', { seconds });
  const open = await challenges.findOpen(tx, { phoneHash: to.phoneHash, purpose, deviceId: ctx.deviceId }, ctx.wall);
  if (!open) return 0;
  if (open.tries < codeTries) return open.tries;
  return refuse(codeSms, 'codeTooSoon', { seconds: Math.ceil((open.ends_at.epochMilliseconds - ctx.wall.epochMilliseconds) / 1000) });
}

async function takeBudgets(ctx: Ctx, tx: Tx, to: To): Promise<void> {
  const { ofNumber, ofDevice, ofAll } = codeBudgets(to.phoneHash.toString('hex'), ctx.deviceId);
  for (const budget of [...ofNumber, ofDevice, ofAll]) {
    if (!(await takeFromBudget(tx, budget, ctx.wall))) refuse(codeSms, 'codeBudgetSpent');
  }
}

async function makeAndTell(ctx: Ctx, tx: Tx, purpose: CodePurpose, to: To, tries: number): Promise<string> {
  const { deviceId, wall, locale } = ctx;
  const { phoneHash, borrowerId } = to;
  const key = { id: newId(wall), phoneHash, purpose, borrowerId };
  const code = newSmsCode();
  await challenges.endOpen(tx, { phoneHash, purpose, deviceId }, wall);
  await challenges.insertChallenge(tx, {
    ...key,
    deviceId,
    codeHash: codeHashOf(ctx.house.sealer, key, code),
    tries,
    madeAt: wall,
    endsAt: wall.add({ milliseconds: codeLifeMs }),
  });
  await ctx.house.tell(ctx, tx, { borrowerId, phone: to.phone, locale }, `code.${purpose}`, { code, minutes: codeLifeMs / 60_000 });
  return key.id;
}
