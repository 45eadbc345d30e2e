// Handles an opened call: checks version, session and input, then runs the verb or refuses.
import type { RefusalName } from '@sandali/contract/codes.ts';
import { userStatusQuery } from '@sandali/contract/home.ts';
import { init } from '@sandali/contract/init.ts';
import type { Locale } from '@sandali/contract/locale.ts';
import { configQuery } from '@sandali/contract/settings.ts';
import { isOlder } from '@sandali/contract/version.ts';
import type { AppContext } from '#/context/app-context.ts';
import { pinned } from '#/context/ctx.ts';
import type { IncomingCall, Sessions } from '#/context/open-call.ts';
import type { Served } from '#/context/serve.ts';
import type { SettingValues } from '#/context/settings.ts';
import { isBusy } from '#/db/database.ts';
import { type Pace, stopwatch, withMinimumDuration } from '#/platform/clock.ts';
import { Invalid, type RefusalValues, Refused } from '#/platform/refuse.ts';
import { noteSpan, traced } from '#/platform/trace.ts';
import { refusedFields } from '#/texts/field-names.ts';
import { type Body, refusalBody, successBody } from './answer.ts';
import type { Slowest } from './bodies.ts';
import type { CallHeaders } from './call-headers.ts';
import type { KeyRing } from './keys.ts';
import type { Inside } from './sealed-body.ts';
import { RetryLater, type Share, serverBusy } from './share.ts';

export type RouterOptions = {
  context: AppContext;
  served: readonly Served[];
  keys: KeyRing;
  pace: Pace;
  sessions: Sessions;
  /** Returns a refusal's message, in the lender's own wording if the lender has reworded it. */
  sayRefusal(locale: Locale, name: RefusalName, values: RefusalValues): Promise<string>;
  /** The minimum speed at which a body must arrive. */
  slowest?: Slowest;
};
export type RunningOptions = RouterOptions & { share: Share; slowest: Slowest };

type OpenedCall = {
  headers: CallHeaders;
  inside: Inside;
  path: string;
  served: Served;
  address: string | null;
};
type Answered = { status: 200 | 500; body: Body };

/**
 * Handles an opened call and takes at least its `floorMs`, so that the duration does not reveal
 * which phone numbers have an account.
 */
export async function answerInTime(
  options: RunningOptions,
  openedCall: OpenedCall,
): Promise<Answered> {
  const { path, inside, served } = openedCall;
  return await withMinimumDuration(options.pace, served.floorMs, () =>
    traced(
      () => ({ name: path, kind: 'server', fields: { call: path, requestId: inside.requestId } }),
      () => answer(options, openedCall),
    ),
  );
}

/**
 * Handles an opened call. Responds with 200 and a code to every expected outcome, and with 500 and
 * the request id to an unexpected error.
 * @throws RetryLater
 */
async function answer(options: RunningOptions, openedCall: OpenedCall): Promise<Answered> {
  const { headers, inside, path, served } = openedCall;
  const { context } = options;
  const elapsed = stopwatch();
  try {
    const data = await options.share.inTurn(
      { token: headers.token, address: openedCall.address },
      async () => {
        const incoming = await incomingOf(options, openedCall);
        if (incoming.ctx.isTooOld && !forAnyVersion.includes(path))
          throw new Refused('clientTooOld');
        return await served.handle(incoming);
      },
    );
    context.metrics.countCall(path, 'ok', elapsed() / 1000);
    noteSpan({ outcome: 'ok' });
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
    context.metrics.countCall(path, name, elapsed() / 1000);
    noteSpan({ outcome: name }, name === 'systemError');
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

/** Calls open to any client version, which tell a client that it is too old and how to update. */
const forAnyVersion: readonly string[] = [init.path, configQuery.path, userStatusQuery.path];

/**
 * Whether a client is below the minimum version of its terminal type. This is not a security check,
 * because a client can send any version.
 */
function isTooOld({ minVersion }: SettingValues, { version, terminal }: CallHeaders): boolean {
  return version !== '' && isOlder(version, minVersion[terminal]);
}

/**
 * Returns the call as its handler gets it. Its time and settings are those at which the handler
 * starts, because a call may have waited for its turn.
 */
async function incomingOf(
  { context, sessions }: RunningOptions,
  { headers, inside, address }: OpenedCall,
): Promise<IncomingCall> {
  const ctx = {
    ...(await pinned(context)),
    deviceId: inside.deviceId,
    locale: headers.locale,
    terminal: headers.terminal,
    attribution: headers.attribution,
    userAgent: headers.userAgent,
    requestId: inside.requestId,
    address,
    now: context.clocks.now(),
    wall: context.clocks.wall(),
  };
  return {
    ctx: { ...ctx, isTooOld: isTooOld(ctx.settings, headers) },
    token: headers.token,
    body: inside.body,
    sessions,
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
