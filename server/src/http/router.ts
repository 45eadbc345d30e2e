// POST /galaxy/<call>, the only entry point for clients. Cheap checks precede decryption: path,
// origin, length, rate limit, shape and key. The session is checked before a large body is read.
import type { RefusalName } from '@sandali/contract/codes.ts';
import { init } from '@sandali/contract/init.ts';
import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import type { Sessions } from '#/context/open-call.ts';
import type { Served } from '#/context/serve.ts';
import { addressOf } from './address.ts';
import { plain, sealed, type Unopened, unopened } from './answer.ts';
import {
  bytesOf,
  ClientGone,
  smallBytes,
  smallBytesOf,
  TooSlow,
  usualSlowest,
  withLargeBody,
} from './bodies.ts';
import { hasInvalidHeader, isForeign, readHeaders } from './call-headers.ts';
import { parseJson } from './json.ts';
import {
  answerInTime,
  laterOf,
  type RouterOptions,
  type RunningOptions,
  refusal,
} from './opened-call.ts';
import { rememberEnvelope } from './replay.ts';
import { contentsOf, decodeBase64url, tryOpen, zEnvelope, zInside } from './sealed-body.ts';
import { createShare, type Share } from './share.ts';

const clockWindowMs = 120_000;

export function createRouter(routerOptions: RouterOptions): Hono {
  const { callsOfSession, callsOfNetwork } = routerOptions.context.config;
  const share = createShare({ ofSession: callsOfSession, ofNetwork: callsOfNetwork });
  const options: RunningOptions = {
    slowest: usualSlowest,
    ...routerOptions,
    share,
    sessions: learning(routerOptions.sessions, share),
  };
  const byPath = new Map(options.served.map((served) => [served.call.path, served]));
  const app = new Hono();
  app.post('/galaxy/*', async (c) => {
    const path = calledPath(c);
    const served = byPath.get(path);
    if (!served) return plain(c, 404, await refusal(options, readHeaders(c).locale, 'pathUnknown'));
    if (isForeign(c, options.context.config))
      return plain(c, 403, await refusal(options, readHeaders(c).locale, 'originForeign'));
    const arrivedAt = options.context.clocks.wall();
    const length = declaredLength(c);
    if (length === null)
      return plain(c, 411, await refusal(options, readHeaders(c).locale, 'lengthMissing'));
    if (length > served.call.bodyLimitBytes)
      return await answerAndClose(options, c, 413, 'bodyTooLarge');
    await options.share.count({
      token: readHeaders(c).token,
      address: addressOf(c, options.context.config.trustedProxies),
    });
    if (!/^application\/json\b/.test(c.req.header('content-type') ?? '') || hasInvalidHeader(c))
      return await notOpened(options, c, 'bodyUnreadable');
    if (length <= smallBytes)
      return await openAndAnswer(
        options,
        c,
        { path, served, arrivedAt },
        await smallBytesOf(c, length, options.slowest),
      );
    return await runLargeCall(options, c, { path, served, arrivedAt });
  });
  app.onError((error, c) => answerError(options, c, error));
  app.all('/galaxy/*', async (c) =>
    plain(c, 404, await refusal(options, readHeaders(c).locale, 'pathUnknown')),
  );
  return app;
}

const calledPath = (c: Context) => c.req.path.slice('/galaxy'.length);

/** Returns sessions that tell `share` whether each token that they look up is open. */
function learning(sessions: Sessions, share: Share): Sessions {
  return {
    ...sessions,
    borrowerOf: async (db, key) => {
      const who = await sessions.borrowerOf(db, key);
      share.learn(key.token, who !== null);
      return who;
    },
    read: async (db, key, parts, params) => {
      const session = await sessions.read(db, key, parts, params);
      share.learn(key.token, session !== null);
      return session;
    },
  };
}

/** Responds to a call that failed before it was opened, or that should be sent again later. */
async function answerError(options: RunningOptions, c: Context, error: Error): Promise<Response> {
  const later = laterOf(error);
  const count = (name: RefusalName) => options.context.metrics.countCall(calledPath(c), name);
  if (later) {
    const name = later.status === 429 ? 'tooManyRequests' : 'systemBusy';
    count(name);
    if (later.status === 503)
      options.context.log.warn('too many calls wait: one was refused and may retry later', {
        call: c.req.path,
        event: 'busy',
      });
    c.header('retry-after', String(later.afterSeconds));
    return await answerAndClose(options, c, later.status, name);
  }
  if (error instanceof TooSlow) return await answerAndClose(options, c, 408, 'bodyUnreadable');
  if (error instanceof ClientGone) {
    options.context.log.info('a client closed its connection', { call: c.req.path });
    return await notOpened(options, c, 'bodyUnreadable');
  }
  count('systemError');
  options.context.log.error('a call failed before it was opened', error, { call: c.req.path });
  return plain(c, 500, await refusal(options, readHeaders(c).locale, 'systemError'));
}

/** Responds before the body is read, and therefore closes the connection. */
async function answerAndClose(
  options: RunningOptions,
  c: Context,
  status: 401 | 408 | 413 | 429 | 503,
  name: RefusalName,
): Promise<Response> {
  c.header('connection', 'close');
  return plain(c, status, await refusal(options, readHeaders(c).locale, name));
}

async function notOpened(options: RunningOptions, c: Context, name: Unopened): Promise<Response> {
  options.context.metrics.countCall(calledPath(c), name);
  const { message } = await refusal(options, readHeaders(c).locale, name);
  return unopened(c, name, options.context.clocks.wall().epochMilliseconds, message);
}

/**
 * A call, and when it began to arrive. The client's timestamp is compared with that time, because a
 * slow body may take minutes.
 */
type Arrived = { path: string; served: Served; arrivedAt: Temporal.Instant };

/** Reads a large body and runs its call; checks the login first if the call requires one. */
async function runLargeCall(
  options: RunningOptions,
  c: Context,
  arrived: Arrived,
): Promise<Response> {
  const { served } = arrived;
  const { token } = readHeaders(c);
  const wall = options.context.clocks.wall();
  const who = token
    ? await options.sessions.borrowerOf(options.context.db, { token, deviceId: null, wall })
    : null;
  if (served.call.who === 'borrower' && !who)
    return await answerAndClose(options, c, 401, 'sessionInvalid');
  const from = {
    person: who?.borrowerId ?? null,
    address: addressOf(c, options.context.config.trustedProxies),
  };
  const read = () => bytesOf(c, options.slowest);
  return await withLargeBody(from, read, (bytes) => openAndAnswer(options, c, arrived, bytes));
}

async function openAndAnswer(
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
      address,
    });
    return plain(c, status, body);
  }
  const envelope = v.safeParse(zEnvelope, json);
  if (!envelope.success) return await notOpened(options, c, 'bodyUnreadable');
  const key = options.keys.find(envelope.output.kid, wall);
  if (!key) return await notOpened(options, c, 'keyUnknown');
  const enc = decodeBase64url(envelope.output.enc);
  const opened = enc && tryOpen(key, enc, envelope.output, { path: c.req.path, headers });
  const inside = opened && v.safeParse(zInside, contentsOf(opened.text, envelope.output.v));
  if (!opened || !inside?.success) return await notOpened(options, c, 'bodyUnreadable');
  if (Math.abs(inside.output.ts - arrivedAt.epochMilliseconds) > clockWindowMs)
    return await notOpened(options, c, 'clockWrong');
  // A replayed read is harmless, because only the original sender can open the response.
  if (served.call.kind === 'write' && !(await rememberEnvelope(options.context.db, enc, wall))) {
    return await notOpened(options, c, 'bodyUnreadable');
  }
  const { status, body } = await answerInTime(options, {
    headers,
    inside: inside.output,
    path,
    served,
    address,
  });
  return status === 200 ? sealed(c, opened, body) : plain(c, status, body);
}

const noId = '00000000-0000-4000-8000-000000000000';
const noDevice = 'AAAAAAAAAAAAAAAAAAAAAA';
function declaredLength(c: Context): number | null {
  const text = c.req.header('content-length');
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
