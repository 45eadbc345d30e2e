// Sends Web Push through the browsers' services. `web-push` encrypts (RFC 8291) and signs (RFC
// 8292). Our own request has a timeout, does not follow redirects and calls only known services.
// unverified: the responses of real services, and notifications on a phone.
import { isPushService } from '@sandali/contract/push.ts';
import webPush from 'web-push';
import type { Vapid } from '#/platform/vapid.ts';
import type { Push, PushAnswer } from './port.ts';

export type PushOptions = {
  vapid: Vapid;
  timeoutMs: number;
  /** Whether an address may be called. Only tests replace the default. */
  allows?: (endpoint: string) => boolean;
};

/** Errors that occur before any byte is sent. */
const neverReached = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];

/** Creates the push adapter for the browser services listed in `contract/src/push.ts`. */
export function createPushServices({
  vapid,
  timeoutMs,
  allows = isPushService,
}: PushOptions): Push {
  return {
    publicKey: vapid.publicKey,
    async send({ endpoint, p256dh, auth }, note, ttlSeconds) {
      if (!allows(endpoint)) return { outcome: 'refused', reason: 'not a known push service' };
      try {
        const { headers, body } = webPush.generateRequestDetails(
          { endpoint, keys: { p256dh, auth } },
          JSON.stringify(note),
          {
            vapidDetails: vapid,
            TTL: ttlSeconds,
            // The service stores one notification per topic (RFC 8030, 5.4). A topic has at most 32
            // characters.
            topic: note.tag.replaceAll('-', ''),
          },
        );
        return await post(endpoint, headers, body as Buffer, timeoutMs);
      } catch {
        return { outcome: 'refused', reason: 'its keys could not be used' };
      }
    },
  };
}

async function post(
  endpoint: string,
  headers: object,
  body: Buffer,
  timeoutMs: number,
): Promise<PushAnswer> {
  const entries = Object.entries(headers).filter(([name]) => name !== 'Content-Length');
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: Object.fromEntries(entries.map(([name, value]) => [name, String(value)])),
      body: new Uint8Array(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    return answerOf(response.status);
  } catch (error) {
    return failureOf(error);
  }
}

function answerOf(status: number): PushAnswer {
  if (status === 201 || status === 200 || status === 202) return { outcome: 'sent' };
  if (status === 404 || status === 410) return { outcome: 'gone' };
  if (status >= 400 && status < 500) return { outcome: 'refused', reason: `status ${status}` };
  return { outcome: 'unknown', reason: `status ${status}` };
}

function failureOf(error: unknown): PushAnswer {
  if (error instanceof Error && error.name === 'TimeoutError')
    return { outcome: 'unknown', reason: 'no answer in time' };
  const { code } = ((error as Error).cause ?? {}) as { code?: unknown };
  const isSeen = typeof code !== 'string' || !neverReached.includes(code);
  return isSeen
    ? { outcome: 'unknown', reason: 'the connection failed' }
    : { outcome: 'refused', reason: 'the service cannot be reached' };
}
