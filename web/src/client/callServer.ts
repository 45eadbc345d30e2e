// Makes one call to the server, typed by the contract. Seals and times the request, validates the
// response, and gives each failure a message.

import type { AnyCall, DataOf, RefusalOf, RequestInputOf } from '@sandali/contract/call.ts';
import {
  type commonRefusals,
  type RefusalName,
  refusalName,
  successCode,
} from '@sandali/contract/codes.ts';
import { requestTimeoutMs, uploadStillMs } from '@sandali/contract/constants.ts';
import { safeParse } from 'valibot';
import { currentLocale, getText } from '#/i18n/text.ts';
import { shellConfig, terminalType } from './bridge.ts';
import { refetchConfig } from './config.ts';
import { newRequestId } from './random.ts';
import { deviceId, endSession, token } from './session.ts';
import { clientVersion } from './version.ts';
import type { Answer, Progress, Reply } from './wire.ts';

/**
 * Transport failures: the server could not be reached, its response could not be read, or the call
 * was cancelled.
 */
type TransportFailure = 'offline' | 'timeout' | 'status' | 'unreadable' | 'cancelled';
export type FailureName<C = AnyCall> =
  | RefusalOf<C>
  | (typeof commonRefusals)[number]
  | TransportFailure
  | 'unknown';
export type Failure<C = AnyCall> = {
  ok: false;
  /** The response's code, or '' if there was no response. */
  code: string;
  name: FailureName<C>;
  /** The message in the borrower's language, ready to show. */
  message: string;
  /**
   * Whether the server has decided, so that this request id will always get the same response. If
   * it has not, a write may or may not have taken effect.
   */
  isDefinite: boolean;
  /**
   * For `inputInvalid`: the paths of the refused inputs ('contacts.0.phone'). `useWrite` maps them
   * to form fields, or to '' if the form does not show the field.
   */
  fields?: readonly string[];
  /**
   * The message to show once resending stops. It is set only if a write failed offline and will be
   * resent.
   */
  plainMessage?: string;
};
export type CallResult<C = AnyCall> = { ok: true; data: DataOf<C> } | Failure<C>;
export type CallOptions = Progress & {
  signal?: AbortSignal;
  /** The request id of a write, which client/pending stores until a definite response arrives. */
  requestId?: string;
};

/**
 * Calls the server. Never rejects: every failure is a result with a message. Code 1003 ends the
 * session, and the shell then shows the login.
 */
export async function callServer<C extends AnyCall>(
  call: C,
  input: RequestInputOf<C>,
  { signal, requestId = newRequestId(), onProgress }: CallOptions = {},
): Promise<CallResult<C>> {
  const sentToken = token();
  const timeout = timeoutFor(onProgress);
  const locale = currentLocale();
  try {
    const { send } = await import('./wire.ts');
    const reply = await send({
      path: call.path,
      token: sentToken,
      terminalType: terminalType(),
      locale,
      headers: headersOf(sentToken, locale),
      requestId,
      deviceId: deviceId(),
      body: input,
      signal: signal ? anySignal(signal, timeout.signal) : timeout.signal,
      onProgress: timeout.onProgress,
    });
    const result = readReply(call, reply);
    if (!result.ok && result.name === 'sessionInvalid') endSession('refused', sentToken);
    if (!result.ok && result.name === 'clientTooOld') refetchConfig();
    return result;
  } catch (error) {
    return wayFailure(error, timeout.signal, signal);
  } finally {
    timeout.end();
  }
}

/**
 * Creates a signal that aborts a call after 30 s (spec §9), or an upload one minute after its last
 * progress (docs/decisions/0046).
 */
export function timeoutFor(onProgress: Progress['onProgress']) {
  const controller = new AbortController();
  const wait = (ms: number) => setTimeout(() => controller.abort(), ms);
  let timer = wait(onProgress ? uploadStillMs : requestTimeoutMs);
  const restart = (share: number) => {
    clearTimeout(timer);
    timer = wait(uploadStillMs);
    onProgress?.(share);
  };
  return {
    signal: controller.signal,
    onProgress: onProgress && restart,
    end: () => clearTimeout(timer),
  };
}

/** Returns the headers of spec §7. The shell provides the two advertising ids only with consent. */
function headersOf(sentToken: string, locale: string): Record<string, string> {
  const { subChannel, advertisingId, appsflyerId, advertisingConsent } = shellConfig();
  return {
    'Content-Type': 'application/json',
    'X-Auth-Token': sentToken,
    'X-Sub-Channel': subChannel ?? '',
    ...(advertisingId ? { 'x-advertising-id': advertisingId } : {}),
    ...(appsflyerId ? { 'x-appsflyer-id': appsflyerId } : {}),
    ...(advertisingConsent === undefined
      ? {}
      : { 'X-Advertising-Consent': advertisingConsent ? '1' : '0' }),
    'X-Channel': 'sandali',
    'x-terminal-type': terminalType(),
    'X-Local': locale,
    'X-Version': clientVersion(),
    'X-Encrypted': '1',
  };
}

/** Returns the response's data if they match the contract, otherwise a failure with a message. */
export function readReply<C extends AnyCall>(call: C, reply: Reply): CallResult<C> {
  if (reply.kind === 'status') return statusFailure(reply.status, reply.answer);
  const { code, message, data } = reply.answer;
  if (code === successCode) {
    const parsed = safeParse(call.data, data);
    if (parsed.success) return { ok: true, data: parsed.output as DataOf<C> };
    return {
      ok: false,
      code,
      name: 'unreadable',
      message: getText('net.unreadable'),
      isDefinite: false,
    };
  }
  const name = refusalName(code) as FailureName<C> | null;
  const failure: Failure<C> = {
    ok: false,
    code,
    name: name ?? 'unknown',
    message: message || getText('net.unreadable'),
    isDefinite: isDefinite(call, name),
  };
  return name === 'inputInvalid' ? { ...failure, fields: invalidFields(data) } : failure;
}

function invalidFields(data: unknown): string[] {
  const fields = (data as { fields?: unknown } | null)?.fields;
  return Array.isArray(fields) ? fields.filter((field) => typeof field === 'string') : [];
}

/**
 * Whether the server has decided this request. A call's own refusals show that it has. Common
 * refusals (session expired, server stopping) are sent before the request id is looked up, so an
 * earlier attempt may have succeeded, and the id must be kept.
 */
function isDefinite(call: AnyCall, name: string | null): boolean {
  return (
    call.refusals.includes(name as RefusalName) ||
    name === 'inputInvalid' ||
    name === 'requestIdReused' ||
    name === 'requestIdExpired'
  );
}

const statusTexts = [401, 403, 404, 408, 500, 501, 502, 503, 504, 505] as const;

/**
 * Returns the failure for an HTTP status (spec §8). Its message is the server's for 400 and 429,
 * and our own text for other statuses.
 */
export function statusFailure(status: number, answer: Answer | null): Failure {
  const known = statusTexts.find((statusText) => statusText === status);
  const code = answer?.code ?? '';
  const name = (refusalName(code) as (typeof commonRefusals)[number] | null) ?? 'status';
  const own = known
    ? getText(`http.${known}`)
    : answer
      ? getText('http.other', { status })
      : getText('http.notJson', { status });
  return {
    ok: false,
    code,
    name,
    message: ((status === 400 || status === 429) && answer?.message) || own,
    isDefinite: false,
  };
}

function wayFailure(error: unknown, timeout: AbortSignal, signal?: AbortSignal): Failure {
  const fail = (name: TransportFailure, message: string): Failure => ({
    ok: false,
    code: '',
    name,
    message,
    isDefinite: false,
  });
  if (signal?.aborted) return fail('cancelled', '');
  if (timeout.aborted) return fail('timeout', getText('net.later'));
  if (error instanceof Error && error.name === 'ClockError')
    return {
      ok: false,
      code: '',
      name: 'clockWrong',
      message: getText('net.clockWrong'),
      isDefinite: false,
    };
  if (error instanceof Error && error.name === 'EnvelopeError')
    return fail('unreadable', getText('net.unreadable'));
  return fail('offline', getText('net.abnormal'));
}

/** Replaces `AbortSignal.any`, which the oldest supported browsers lack. */
function anySignal(first: AbortSignal, second: AbortSignal): AbortSignal {
  const combined = new AbortController();
  for (const signal of [first, second]) {
    if (signal.aborted) combined.abort(signal.reason);
    else signal.addEventListener('abort', () => combined.abort(signal.reason), { once: true });
  }
  return combined.signal;
}
