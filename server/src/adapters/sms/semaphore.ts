// Semaphore (only Philippine numbers). Source: https://api.semaphore.co/docs, as of 2026. /messages
// allows 120 calls per minute. /priority has a separate queue without a limit, at two credits per
// 160 characters. A message that begins with TEST is silently ignored.
// unverified:
// - that a call above the limit returns status 429 and sends nothing;
// - the shapes of errors (status 200), on which public clients agree;
// - that "Failed" and "Refunded" can be the first state, and that "Sent" is the last successful
//   state;
// - that a number may be written 639171234567;
// - that /api/v4/messages/<id>, with the key in the query, returns the message or a list with it.
import * as v from 'valibot';
import type { Delivery, Sms, SmsAnswer } from './port.ts';
import { createPost, type Posted } from './post.ts';

export type SemaphoreOptions = {
  baseUrl: string;
  apiKey: string;
  sender: string;
  timeoutMs: number;
};

const zAccepted = v.pipe(
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
/** Errors by field. Their messages may contain personal data, so they are discarded. */
const zErrors = v.pipe(
  v.record(zField, v.union([v.string(), v.array(v.string())])),
  v.check((errors) => Object.keys(errors).length > 0),
);
const zRefused = v.union([zErrors, v.pipe(v.array(zErrors), v.length(1))]);

/**
 * Creates the SMS adapter for Semaphore. Semaphore has no idempotency key, so a repeated message is
 * sent twice.
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
          reason: 'the gateway would silently ignore a text that begins with TEST',
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
      const answer = await post(
        `/api/v4/messages/${encodeURIComponent(gatewayId)}?${new URLSearchParams({ apikey: apiKey })}`,
        null,
      );
      return deliveryOf(answer, gatewayId);
    },
  };
}

function answerOf(posted: Posted): SmsAnswer {
  if ('reason' in posted)
    return { outcome: posted.isSeen ? 'unknown' : 'refused', reason: posted.reason };
  const { status, body } = posted;
  if (status === 429) return { outcome: 'refused', reason: 'too many calls (status 429)' };
  const accepted = v.safeParse(zAccepted, body);
  if (status === 200 && accepted.success) {
    const [message] = accepted.output;
    if (message?.status === 'Failed' || message?.status === 'Refunded')
      return { outcome: 'refused', reason: `status ${message.status}` };
    return { outcome: 'sent', gatewayId: String(message?.message_id) };
  }
  const refused = v.safeParse(zRefused, body);
  if (status < 500 && refused.success)
    return { outcome: 'refused', reason: `${fieldsOf(refused.output)} not accepted` };
  return { outcome: 'unknown', reason: `an answer of status ${status} without a clear result` };
}

function deliveryOf(answer: Posted, gatewayId: string): Delivery {
  const state =
    'reason' in answer || answer.status !== 200 ? null : v.safeParse(zState, answer.body);
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
