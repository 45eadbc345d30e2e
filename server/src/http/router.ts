// POST /galaxy/<call>, the only entry point of clients. Cheap checks come first: path, length,
// shape and key, then cryptography, then the database.
import type { Call } from '@sandali/contract/call.ts';
import type { RefusalName } from '@sandali/contract/codes.ts';
import { userStatusQuery } from '@sandali/contract/home.ts';
import { init } from '@sandali/contract/init.ts';
import type { Locale } from '@sandali/contract/locale.ts';
import { configQuery } from '@sandali/contract/settings.ts';
import { isOlder } from '@sandali/contract/version.ts';
import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import type { AppContext } from '#/context/app-context.ts';
import type { Borrower, Ctx } from '#/context/ctx.ts';
import type { ReadInSession, Served } from '#/context/serve.ts';
import { isBusy } from '#/db/database.ts';
import type { Parts } from '#/db/snapshot.ts';
import { type Pace, stopwatch, withMinimumDuration } from '#/platform/clock.ts';
import { Invalid, type RefusalValues, Refused } from '#/platform/refuse.ts';
import { refusedFields } from '#/texts/field-names.ts';
import { addressOf } from './address.ts';
import {
  type Body,
  plain,
  refusalBody,
  sealed,
  successBody,
  type Unopened,
  unopened,
} from './answer.ts';
import {
  bytesOf,
  ClientGone,
  type Slowest,
  smallBytes,
  smallBytesOf,
  TooSlow,
  usualSlowest,
  withLargeBody,
} from './bodies.ts';
import { type CallHeaders, hasInvalidHeader, isForeign, readHeaders } from './call-headers.ts';
import {
  answerWith,
  type ByBorrower,
  type Facts,
  givenOf,
  isByBorrower,
  partsOf,
} from './first-read.ts';
import type { LockInSession } from './idempotency.ts';
import { parseJson } from './json.ts';
import type { KeyRing } from './keys.ts';
import { rememberEnvelope } from './replay.ts';
import { type Inside, insideOf, tryOpen, wholeBytes, zEnvelope, zInside } from './sealed-body.ts';
import { createShare, RetryLater, type Share, serverBusy } from './share.ts';
import { runWrite } from './write.ts';

export type RouterOptions = {
  context: AppContext;
  served: readonly Served[];
  keys: KeyRing;
  pace: Pace;
  /**
   * Returns the borrower of a token, or null if it is invalid or belongs to another device. A null
   * `deviceId` is not known yet and not checked.
   */
  sessionOf(
    token: string,
    deviceId: string | null,
    wall: Temporal.Instant,
  ): Promise<Borrower | null>;
  /** Joins the parts of a call to its session, so that one statement reads both. */
  inSession(parts: Parts): ReadInSession;
  lockInSession: LockInSession;
  /** Returns the text of a refusal, the lender's own text first. */
  sayRefusal(locale: Locale, name: RefusalName, values: RefusalValues): Promise<string>;
  /** How slowly a body may arrive. */
  slowest?: Slowest;
};
/** `firstReads`: for each borrower call, the read that includes its session. */
type RunningOptions = RouterOptions & {
  share: Share;
  slowest: Slowest;
  firstReads: ReadonlyMap<Served, ReadInSession>;
};

const clockWindowMs = 120_000;

/** Returns the router of all calls. */
export function galaxy(routerOptions: RouterOptions): Hono {
  const { callsOfSession, callsOfNetwork } = routerOptions.context.config;
  const options: RunningOptions = {
    slowest: usualSlowest,
    ...routerOptions,
    share: createShare({ ofSession: callsOfSession, ofNetwork: callsOfNetwork }),
    firstReads: new Map(
      routerOptions.served.flatMap((served) =>
        isByBorrower(served) ? [[served, routerOptions.inSession(partsOf(served))] as const] : [],
      ),
    ),
  };
  const byPath = new Map(options.served.map((served) => [served.call.path, served]));
  const app = new Hono();
  app.post('/galaxy/*', async (c) => {
    const path = c.req.path.slice('/galaxy'.length);
    const served = byPath.get(path);
    if (!served) return plain(c, 404, await refusal(options, readHeaders(c).locale, 'pathUnknown'));
    if (isForeign(c, options.context.config))
      return plain(c, 403, await refusal(options, readHeaders(c).locale, 'originForeign'));
    const arrivedAt = options.context.clocks.wall();
    const length = declaredLength(c);
    if (length === null)
      return plain(c, 411, await refusal(options, readHeaders(c).locale, 'lengthMissing'));
    if (length > served.call.bodyLimitBytes) return await ending(options, c, 413, 'bodyTooLarge');
    await options.share.count({
      token: readHeaders(c).token,
      address: addressOf(c, options.context.config.trustedProxies),
    });
    if (!/^application\/json\b/.test(c.req.header('content-type') ?? '') || hasInvalidHeader(c))
      return await notOpened(options, c, 'bodyUnreadable');
    if (length <= smallBytes)
      return await take(
        options,
        c,
        { path, served, arrivedAt },
        await smallBytesOf(c, length, options.slowest),
      );
    return await takeLarge(options, c, { path, served, arrivedAt });
  });
  app.onError((error, c) => answerError(options, c, error));
  app.all('/galaxy/*', async (c) =>
    plain(c, 404, await refusal(options, readHeaders(c).locale, 'pathUnknown')),
  );
  return app;
}

/** Answers a call that failed before it was opened, or that should be sent again later. */
async function answerError(options: RunningOptions, c: Context, error: Error): Promise<Response> {
  const later = laterOf(error);
  if (later) {
    if (later.status === 503)
      options.context.log.warn('too many calls wait: one was refused and may retry later', {
        call: c.req.path,
        event: 'busy',
      });
    c.header('retry-after', String(later.afterSeconds));
    return await ending(
      options,
      c,
      later.status,
      later.status === 429 ? 'tooManyRequests' : 'systemBusy',
    );
  }
  if (error instanceof TooSlow) return await ending(options, c, 408, 'bodyUnreadable');
  if (error instanceof ClientGone) {
    options.context.log.info('a client closed its connection', { call: c.req.path });
    return await notOpened(options, c, 'bodyUnreadable');
  }
  options.context.log.error('a call failed before it was opened', error, { call: c.req.path });
  return plain(c, 500, await refusal(options, readHeaders(c).locale, 'systemError'));
}

/** Returns when to send the call again if that helps, also if the database was too busy. */
function laterOf(error: unknown): RetryLater | null {
  if (error instanceof RetryLater) return error;
  return isBusy(error) ? serverBusy() : null;
}

/** Answers before the body is read, and therefore closes the connection. */
async function ending(
  options: RunningOptions,
  c: Context,
  status: 401 | 408 | 413 | 429 | 503,
  name: RefusalName,
): Promise<Response> {
  c.header('connection', 'close');
  return plain(c, status, await refusal(options, readHeaders(c).locale, name));
}

async function notOpened(options: RunningOptions, c: Context, name: Unopened): Promise<Response> {
  const { message } = await refusal(options, readHeaders(c).locale, name);
  return unopened(c, name, options.context.clocks.wall().epochMilliseconds, message);
}

/**
 * A call and the time when it began to arrive. Its clock is checked against that time, because a
 * slow body may take minutes.
 */
type Arrived = { path: string; served: Served; arrivedAt: Temporal.Instant };

/** Reads a large body and answers it; requires a login if the call does. */
async function takeLarge(options: RunningOptions, c: Context, arrived: Arrived): Promise<Response> {
  const { served } = arrived;
  const { token } = readHeaders(c);
  const who = token ? await options.sessionOf(token, null, options.context.clocks.wall()) : null;
  if (served.call.who === 'borrower' && !who)
    return await ending(options, c, 401, 'sessionInvalid');
  const from = {
    person: who?.borrowerId ?? null,
    address: addressOf(c, options.context.config.trustedProxies),
  };
  const read = () => bytesOf(c, options.slowest);
  return await withLargeBody(from, read, (bytes) => take(options, c, arrived, bytes));
}

async function take(
  options: RunningOptions,
  c: Context,
  { path, served, arrivedAt }: Arrived,
  bytes: Buffer,
): Promise<Response> {
  const headers = readHeaders(c);
  const wall = options.context.clocks.wall();
  const address = addressOf(c, options.context.config.trustedProxies);
  const json = parseJson(bytes);
  const isPlain =
    path === init.path ||
    (options.context.config.isPlainAllowed && !(json && typeof json === 'object' && 'ct' in json));
  if (isPlain) {
    const inside = v.safeParse(
      zInside,
      path === init.path ? { ts: 0, requestId: noId, deviceId: noDevice, body: json ?? {} } : json,
    );
    if (!inside.success) return await notOpened(options, c, 'bodyUnreadable');
    const { status, body } = await answerInTime(options, {
      headers,
      inside: inside.output,
      path,
      served,
      wall,
      address,
    });
    return plain(c, status, body);
  }
  const envelope = v.safeParse(zEnvelope, json);
  if (!envelope.success) return await notOpened(options, c, 'bodyUnreadable');
  const key = options.keys.find(envelope.output.kid, wall);
  if (!key) return await notOpened(options, c, 'keyUnknown');
  const enc = wholeBytes(envelope.output.enc);
  const opened = enc && tryOpen(key, enc, envelope.output, { path: c.req.path, headers });
  const inside = opened && v.safeParse(zInside, insideOf(opened.text, envelope.output.v));
  if (!opened || !inside?.success) return await notOpened(options, c, 'bodyUnreadable');
  if (Math.abs(inside.output.ts - arrivedAt.epochMilliseconds) > clockWindowMs)
    return await notOpened(options, c, 'clockWrong');
  if (served.call.kind === 'write' && !(await rememberEnvelope(options.context.db, enc, wall))) {
    return await notOpened(options, c, 'bodyUnreadable');
  }
  const { status, body } = await answerInTime(options, {
    headers,
    inside: inside.output,
    path,
    served,
    wall,
    address,
  });
  return status === 200 ? sealed(c, opened, body) : plain(c, status, body);
}

type OpenedCall = {
  headers: CallHeaders;
  inside: Inside;
  path: string;
  served: Served;
  wall: Temporal.Instant;
  address: string | null;
};
type Answered = { status: 200 | 500; body: Body };

/** Answers an opened call, not before its `floorMs`: the time must not reveal known numbers. */
async function answerInTime(options: RunningOptions, openedCall: OpenedCall): Promise<Answered> {
  const floorMs = openedCall.served.kind === 'write' ? (openedCall.served.floorMs ?? 0) : 0;
  return await withMinimumDuration(options.pace, floorMs, () => answer(options, openedCall));
}

/**
 * Answers an opened call: 200 with a code for anything expected, 500 with the request id for an
 * unexpected error.
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
 * Reads the session and the call's rows in one statement. Wrong input is reported only to a valid
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

async function refusal(
  options: RunningOptions,
  locale: Locale,
  name: RefusalName,
  values: RefusalValues = {},
  data: unknown = null,
): Promise<Body> {
  return refusalBody(name, await options.sayRefusal(locale, name, values), data);
}

const noId = '00000000-0000-4000-8000-000000000000';
const noDevice = 'AAAAAAAAAAAAAAAAAAAAAA';
function declaredLength(c: Context): number | null {
  const text = c.req.header('content-length');
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
