// Sends one sealed call. Recovers, once each, from two transport refusals: an unknown key and a
// wrong clock. Loaded with the envelope, after the first paint.
import { codes, successCode } from '@sandali/contract/codes.ts';
import { init } from '@sandali/contract/init.ts';
import { safeParse } from 'valibot';
import { correctClock, wallMs } from './clock.ts';
import {
  type Bound,
  type EnvelopeKey,
  keyInForce,
  listInPage,
  seal,
  trustedList,
} from './envelope.ts';

/** For uploads: called with the share of the body that was sent, 0 to 1. */
export type Progress = { onProgress?: ((share: number) => void) | undefined };
type Outgoing = Bound & {
  headers: Record<string, string>;
  requestId: string;
  deviceId: string;
  body: unknown;
  signal: AbortSignal;
} & Progress;
export type Answer = { code: string; message: string; data: unknown };
/**
 * `opened`: the response came in the envelope. `status`: the transport failed; `answer` is the
 * plain body if it has the shape of a response.
 */
export type Reply =
  | { kind: 'opened'; answer: Answer }
  | { kind: 'status'; status: number; answer: Answer | null };
type Ports = {
  fetch: typeof fetch;
  rootPublicKey: string;
  listInPage(): unknown;
  rest(ms: number): Promise<unknown>;
};

/**
 * The maximum number of resends to a busy server, and the longest wait before a resend, even if the
 * server asks for more.
 */
const mostWaits = 2;
const longestWaitMs = 10_000;

/** Thrown if no trusted key is valid, or if the response could not be opened. */
export class EnvelopeError extends Error {
  override name = 'EnvelopeError';
}

/** Thrown if the phone's clock is so wrong that none of the server's keys is valid. */
export class ClockError extends EnvelopeError {
  override name = 'ClockError';
}

const prefix = '/galaxy';

/** Creates a sender, which caches the keys. The app uses `send`; tests create their own. */
export function createSender({ fetch, rootPublicKey, listInPage, rest }: Ports) {
  let known: readonly EnvelopeKey[] = [];
  let isPageRead = false;

  async function acceptKeys(raw: unknown) {
    const list = await trustedList(raw, rootPublicKey);
    if (list) known = list.keys;
    return list !== null;
  }

  async function fetchKeys(headers: Record<string, string>, signal: AbortSignal) {
    const plain = { ...headers, 'X-Encrypted': '0', 'X-Auth-Token': '' };
    const response = await fetch(`${prefix}${init.path}`, {
      method: 'POST',
      headers: plain,
      body: '{}',
      signal,
    });
    const answer = readAnswer(await response.json().catch(() => null));
    const parsed = safeParse(init.data, answer?.data);
    if (answer?.code !== successCode || !parsed.success)
      throw new EnvelopeError('The keys could not be fetched.');
    const isClockNear = correctClock(parsed.output.serverTimeMs);
    if (!(await acceptKeys(parsed.output.keyList)))
      throw new EnvelopeError('The key list is not signed by the root key of this build.');
    if (!isClockNear) throw new ClockError('The clock of this phone is more than 31 days off.');
  }

  async function keyFor(outgoing: Outgoing) {
    if (!isPageRead) {
      isPageRead = true;
      await acceptKeys(listInPage());
    }
    if (!keyInForce(known, wallMs())) await fetchKeys(outgoing.headers, outgoing.signal);
    const key = keyInForce(known, wallMs());
    if (!key) throw new EnvelopeError('No key is in force.');
    return key;
  }

  /**
   * Sends a call, and resends it later if a busy server asks for that. Rejects with EnvelopeError,
   * or as `fetch` does.
   */
  return async function send(outgoing: Outgoing): Promise<Reply> {
    const fixed = new Set<string>();
    let waits = 0;
    const { onProgress } = outgoing;
    const upload = isUpload(outgoing) ? await import('./upload.ts') : null;
    const { body, raw } = upload?.splitRaw(outgoing.body) ?? { body: outgoing.body, raw: null };
    const post = (onProgress && upload?.postWithProgress(onProgress)) || fetch;
    for (;;) {
      const key = await keyFor(outgoing);
      const inside = {
        ts: wallMs(),
        requestId: outgoing.requestId,
        deviceId: outgoing.deviceId,
        body,
      };
      const sealed = await seal(
        key,
        { ...outgoing, path: prefix + outgoing.path },
        inside,
        raw && upload?.appendRaw(inside, raw),
      );
      const response = await post(prefix + outgoing.path, {
        method: 'POST',
        headers: outgoing.headers,
        body: JSON.stringify(sealed.request),
        signal: outgoing.signal,
      });
      const laterMs = 1000 * Number(response.headers.get('retry-after'));
      if (laterMs > 0 && waits++ < mostWaits) {
        // A random second is added, so that clients refused at the same time do not all retry at
        // once. If the call was aborted, the next fetch rejects.
        await rest(Math.min(laterMs, longestWaitMs) + Math.random() * 1000);
        continue;
      }
      const json = await readJson(response, outgoing.signal);
      if (response.status === 200 && json !== null)
        return { kind: 'opened', answer: await openAnswer(sealed, json) };
      const answer = readAnswer(json);
      const code = response.status === 400 ? answer?.code : undefined;
      if (code === codes.keyUnknown && !fixed.has(code))
        await fetchKeys(outgoing.headers, outgoing.signal);
      else if (code === codes.clockWrong && !fixed.has(code)) correctClock(serverTimeOf(answer));
      else return { kind: 'status', status: response.status, answer };
      fixed.add(code);
    }
  };
}

/** Returns the parsed body, or null if it is not JSON. Rejects if the call was aborted. */
async function readJson(response: Response, signal: AbortSignal): Promise<unknown> {
  return await response.json().catch((error) => {
    if (signal.aborted) throw error;
    return null;
  });
}

/** Whether a call sends raw bytes or reports progress; both need upload.ts. */
function isUpload({ body, onProgress }: Outgoing): boolean {
  return onProgress !== undefined || Boolean((body as { bytes?: unknown } | null)?.bytes);
}

async function openAnswer(
  sealed: { open(answer: unknown): Promise<unknown> },
  json: unknown,
): Promise<Answer> {
  try {
    const answer = readAnswer(await sealed.open(json));
    if (answer) return answer;
  } catch (cause) {
    throw new EnvelopeError('The answer could not be opened.', { cause });
  }
  throw new EnvelopeError('The answer has another shape.');
}

function readAnswer(json: unknown): Answer | null {
  const { code, message, data } = (json ?? {}) as Partial<Answer>;
  return typeof code === 'string'
    ? { code, message: typeof message === 'string' ? message : '', data: data ?? null }
    : null;
}

function serverTimeOf(answer: Answer | null): number {
  const { serverTimeMs } = (answer?.data ?? {}) as { serverTimeMs?: unknown };
  return typeof serverTimeMs === 'number' ? serverTimeMs : Number.NaN;
}

export const send = createSender({
  fetch: (...args) => fetch(...args),
  rootPublicKey: import.meta.env.ROOT_PUBLIC_KEY,
  listInPage,
  rest: (ms) => new Promise((done) => setTimeout(done, ms)),
});
