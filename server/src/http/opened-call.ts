// Handles an opened call: checks version, session and input, then runs the verb or refuses.
import type { Call } from '@sandali/contract/call.ts';
import type { RefusalName } from '@sandali/contract/codes.ts';
import { userStatusQuery } from '@sandali/contract/home.ts';
import { init } from '@sandali/contract/init.ts';
import type { Locale } from '@sandali/contract/locale.ts';
import { configQuery } from '@sandali/contract/settings.ts';
import { isOlder } from '@sandali/contract/version.ts';
import * as v from 'valibot';
import type { AppContext } from '#/context/app-context.ts';
import type { Borrower, Ctx } from '#/context/ctx.ts';
import type { ReadInSession, Served } from '#/context/serve.ts';
import { isBusy } from '#/db/database.ts';
import type { Parts } from '#/db/snapshot.ts';
import { type Pace, stopwatch, withMinimumDuration } from '#/platform/clock.ts';
import { Invalid, type RefusalValues, Refused } from '#/platform/refuse.ts';
import { refusedFields } from '#/texts/field-names.ts';
import { type Body, refusalBody, successBody } from './answer.ts';
import type { Slowest } from './bodies.ts';
import type { CallHeaders } from './call-headers.ts';
import { answerWith, type ByBorrower, type Facts, givenOf, isByBorrower } from './first-read.ts';
import type { LockInSession } from './idempotency.ts';
import type { KeyRing } from './keys.ts';
import type { Inside } from './sealed-body.ts';
import { RetryLater, type Share, serverBusy } from './share.ts';
import { runWrite } from './write.ts';

export type RouterOptions = {
  context: AppContext;
  served: readonly Served[];
  keys: KeyRing;
  pace: Pace;
  /**
   * Returns the borrower whose session a token opens; null if the token is invalid or belongs to
   * another device. A null `deviceId` skips the device check.
   */
  sessionOf(
    token: string,
    deviceId: string | null,
    wall: Temporal.Instant,
  ): Promise<Borrower | null>;
  /** Joins a call's parts to its session, so that one statement reads both. */
  inSession(parts: Parts): ReadInSession;
  lockInSession: LockInSession;
  /** Returns a refusal's message, in the lender's own wording if there is one. */
  sayRefusal(locale: Locale, name: RefusalName, values: RefusalValues): Promise<string>;
  /** The minimum speed at which a body must arrive. */
  slowest?: Slowest;
};
/** `firstReads`: for each borrower call, the read that includes its session. */
export type RunningOptions = RouterOptions & {
  share: Share;
  slowest: Slowest;
  firstReads: ReadonlyMap<Served, ReadInSession>;
};

type OpenedCall = {
  headers: CallHeaders;
  inside: Inside;
  path: string;
  served: Served;
  wall: Temporal.Instant;
  address: string | null;
};
type Answered = { status: 200 | 500; body: Body };

/**
 * Handles an opened call and takes at least its `floorMs`, so that the duration does not reveal
 * which phone numbers are known.
 */
export async function answerInTime(
  options: RunningOptions,
  openedCall: OpenedCall,
): Promise<Answered> {
  const floorMs = openedCall.served.kind === 'write' ? (openedCall.served.floorMs ?? 0) : 0;
  return await withMinimumDuration(options.pace, floorMs, () => answer(options, openedCall));
}

/**
 * Handles an opened call. Responds with 200 and a code to anything expected, and with 500 and the
 * request id to an unexpected error.
 * @throws RetryLater
 */
async function answer(options: RunningOptions, openedCall: OpenedCall): Promise<Answered> {
  const { headers, inside, path, served, wall } = openedCall;
  const { context } = options;
  const elapsed = stopwatch();
  try {
    await refuseTooOld(options, headers, path);
    const data = await options.share.inTurn(
      { token: headers.token, address: openedCall.address },
      async () => {
        if (isByBorrower(served)) return await answerInSession(options, openedCall, served);
        const who = headers.token
          ? await options.sessionOf(headers.token, inside.deviceId, wall)
          : null;
        const ctx = await contextOf(options, openedCall, who);
        const input = parseInput(served.call, inside.body);
        return served.kind === 'read'
          ? await served.answer(ctx, context.db, input)
          : await runWrite(served, ctx, input, options);
      },
    );
    context.log.info('call', {
      call: path,
      code: '0000',
      ms: Math.round(elapsed()),
      requestId: inside.requestId,
    });
    return { status: 200, body: successBody(data) };
  } catch (error) {
    if (laterOf(error)) throw error;
    const [name, values, data] = refusalOf(error, headers.locale, served.call.path);
    if (name === 'systemError') {
      context.log.error('call failed', error, { call: path, requestId: inside.requestId });
      return {
        status: 500,
        body: await refusal(options, headers.locale, name, {}, { requestId: inside.requestId }),
      };
    }
    context.log.info('call refused', {
      call: path,
      code: name,
      ms: Math.round(elapsed()),
      requestId: inside.requestId,
    });
    return { status: 200, body: await refusal(options, headers.locale, name, values, data) };
  }
}

/** Calls open to any client version: they tell a client that it is too old and how to update. */
const forAnyVersion: readonly string[] = [init.path, configQuery.path, userStatusQuery.path];

/**
 * Refuses a client below the minimum version of its terminal type. This is not a security check,
 * because a client can send any version.
 */
async function refuseTooOld(
  options: RouterOptions,
  headers: CallHeaders,
  path: string,
): Promise<void> {
  if (!forAnyVersion.includes(path) && (await checkTooOld(options, headers)))
    throw new Refused('clientTooOld');
}

async function checkTooOld(
  { context }: RouterOptions,
  { version, terminal }: CallHeaders,
): Promise<boolean> {
  return version !== '' && isOlder(version, (await context.settings.all()).minVersion[terminal]);
}

/**
 * Reads the session and the call's rows in one statement. Invalid input is reported only to a valid
 * session.
 */
async function answerInSession(
  options: RunningOptions,
  openedCall: OpenedCall,
  served: ByBorrower,
): Promise<unknown> {
  const { headers, inside, wall } = openedCall;
  const { context, lockInSession } = options;
  const input = inputOf(served.call, inside.body);
  const settings = await context.settings.all();
  const now = context.clocks.now();
  const token = { token: headers.token, deviceId: inside.deviceId, wall };
  const read = options.firstReads.get(served);
  if (!read || !headers.token || 'wrong' in input) {
    await contextOf(
      options,
      openedCall,
      headers.token ? await options.sessionOf(headers.token, inside.deviceId, wall) : null,
    );
    throw 'wrong' in input ? input.wrong : new Error('This call must belong to a borrower.');
  }
  const params = givenOf(
    served,
    { app: context, now, wall, requestId: inside.requestId },
    { input: input.output, settings },
  );
  const rows = await read(context.db, token, params);
  const { who, ...around } = await contextOf(options, openedCall, rows?.who ?? null);
  const ctx = { ...around, who: who as Borrower, now };
  return await answerWith(served, ctx, {
    input: input.output,
    facts: rows?.facts as Facts,
    lockInSession,
  });
}

async function contextOf(
  options: RunningOptions,
  { headers, inside, served, wall, address }: OpenedCall,
  who: Borrower | null,
): Promise<Ctx> {
  if (headers.token) options.share.learn(headers.token, who !== null);
  if (served.call.who === 'borrower' && !who) throw new Refused('sessionInvalid');
  return {
    app: options.context,
    who,
    deviceId: inside.deviceId,
    locale: headers.locale,
    terminal: headers.terminal,
    isTooOld: await checkTooOld(options, headers),
    attribution: headers.attribution,
    userAgent: headers.userAgent,
    requestId: inside.requestId,
    address,
    now: options.context.clocks.now(),
    wall,
  };
}

function refusalOf(
  error: unknown,
  locale: Locale,
  path: string,
): [RefusalName, RefusalValues, unknown] {
  if (error instanceof Refused) return [error.refusal, error.values, null];
  if (error instanceof Invalid)
    return ['inputInvalid', refusedFields(locale, path, error.fields), { fields: error.fields }];
  return ['systemError', {}, null];
}

function parseInput(call: Call, body: unknown): unknown {
  const input = inputOf(call, body);
  if ('wrong' in input) throw input.wrong;
  return input.output;
}

function inputOf(call: Call, body: unknown): { output: unknown } | { wrong: Invalid } {
  // The schema would accept an empty list as an object without fields.
  if (Array.isArray(body)) return { wrong: new Invalid(['']) };
  const parsed = v.safeParse(call.request, body);
  if (parsed.success) return { output: parsed.output };
  return {
    wrong: new Invalid(
      [...new Set(parsed.issues.map((issue) => v.getDotPath(issue) ?? ''))].slice(0, 20),
    ),
  };
}

export async function refusal(
  options: RunningOptions,
  locale: Locale,
  name: RefusalName,
  values: RefusalValues = {},
  data: unknown = null,
): Promise<Body> {
  return refusalBody(name, await options.sayRefusal(locale, name, values), data);
}

/**
 * Returns the response that asks the client to retry later, for example because the database is
 * busy; null if a retry would not help.
 */
export function laterOf(error: unknown): RetryLater | null {
  if (error instanceof RetryLater) return error;
  return isBusy(error) ? serverBusy() : null;
}
