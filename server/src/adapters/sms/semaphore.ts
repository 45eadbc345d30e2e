// Semaphore (Philippine numbers only), after https://api.semaphore.co/docs as it was stored in
// 2026: forms to /api/v4/messages and, for what cannot wait, /api/v4/priority (another queue, two
// credits for 160 characters, no rate limit); both answer with a list of one message. /messages
// takes 120 calls a minute and names its limits in X-RateLimit-* and Retry-After. A text that
// begins with TEST is ignored in silence. unverified: that a call over the limit is answered with
// status 429 and sends nothing (the document names the headers only); the shapes of errors (status
// 200 with {"apikey":["…"]}, {"number":["…"]} or [{"senderName":"…"}]), which the document leaves
// out and clients in public repositories agree on; that "Failed" and "Refunded" can come at once;
// that a number may be written 639171234567; that a message's state is asked at
// /api/v4/messages/<id> with the key in the address, as there is no other place for it, and
// answered with the message or a list of it; that "Sent" is the last good state.
import * as v from 'valibot';
import type { Delivery, Sms, SmsAnswer } from './port.ts';
import { createPost, type Posted } from './post.ts';

export type SemaphoreOptions = {
  baseUrl: string;
  apiKey: string;
  sender: string;
  timeoutMs: number;
};

const zTaken = v.pipe(
  v.array(
    v.object({
      message_id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
      status: v.picklist(['Queued', 'Pending', 'Sent', 'Failed', 'Refunded']),
    }),
  ),
  v.length(1),
);
const zMessage = v.object({ message_id: v.pipe(v.number(), v.safeInteger()), status: v.string() });
const zState = v.union([v.pipe(v.array(zMessage), v.length(1)), zMessage]);
const fields = ['apikey', 'number', 'message', 'sendername', 'senderName'] as const;
const zField = v.picklist(fields);
/** What is wrong, by field. Its sentences are not kept, as they may repeat what was sent. */
const zErrors = v.pipe(
  v.record(zField, v.union([v.string(), v.array(v.string())])),
  v.check((errors) => Object.keys(errors).length > 0),
);
const zRefused = v.union([zErrors, v.pipe(v.array(zErrors), v.length(1))]);

/**
 * The SMS port on Semaphore. It has no idempotency key: a message that is posted twice is sent
 * twice.
 */
export function createSemaphoreSms({ baseUrl, apiKey, sender, timeoutMs }: SemaphoreOptions): Sms {
  const post = createPost(baseUrl, timeoutMs);
  return {
    name: 'semaphore',
    deduplicates: false,
    async send({ to, text, endsInSeconds }) {
      if (/^test/i.test(text))
        return {
          outcome: 'refused',
          why: 'a text that begins with TEST would be ignored in silence',
        };
      const path = endsInSeconds === null ? '/api/v4/messages' : '/api/v4/priority';
      return answerOf(
        await post(path, {
          apikey: apiKey,
          number: to.replace(/^\+/, ''),
          message: text,
          sendername: sender,
        }),
      );
    },
    async delivery(gatewayId) {
      const asked = await post(
        `/api/v4/messages/${encodeURIComponent(gatewayId)}?${new URLSearchParams({ apikey: apiKey })}`,
        null,
      );
      return deliveryOf(asked, gatewayId);
    },
  };
}

function answerOf(posted: Posted): SmsAnswer {
  if ('why' in posted) return { outcome: posted.isSeen ? 'unknown' : 'refused', why: posted.why };
  const { status, body } = posted;
  if (status === 429) return { outcome: 'refused', why: 'too many calls (status 429)' };
  const taken = v.safeParse(zTaken, body);
  if (status === 200 && taken.success) {
    const [message] = taken.output;
    if (message?.status === 'Failed' || message?.status === 'Refunded')
      return { outcome: 'refused', why: `status ${message.status}` };
    return { outcome: 'sent', gatewayId: String(message?.message_id) };
  }
  const refused = v.safeParse(zRefused, body);
  if (status < 500 && refused.success)
    return { outcome: 'refused', why: `${fieldsOf(refused.output)} not accepted` };
  return { outcome: 'unknown', why: `an answer of status ${status} that says nothing certain` };
}

function deliveryOf(asked: Posted, gatewayId: string): Delivery {
  const state = 'why' in asked || asked.status !== 200 ? null : v.safeParse(zState, asked.body);
  if (!state?.success) return 'unknown';
  const message = Array.isArray(state.output) ? state.output[0] : state.output;
  if (String(message?.message_id) !== gatewayId) return 'unknown';
  if (message?.status === 'Sent') return 'delivered';
  if (message?.status === 'Failed' || message?.status === 'Refunded') return 'notDelivered';
  return message?.status === 'Queued' || message?.status === 'Pending' ? 'underway' : 'unknown';
}

function fieldsOf(errors: v.InferOutput<typeof zRefused>): string {
  return Object.keys((Array.isArray(errors) ? errors[0] : errors) ?? {}).join(', ');
}
