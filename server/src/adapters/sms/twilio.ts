// Twilio. Sources (https://www.twilio.com/docs, as of 2026): messaging/api/message-resource,
// usage/twilios-response, iam/api, errors/20429 (a call with status 429 is never processed).
// unverified: that a created message always gives 201, that other 4xx in the documented shape have
// sent nothing, and that there is no idempotency key.
import * as v from 'valibot';
import type { Delivery, Sms, SmsAnswer } from './port.ts';
import { createPost, type Posted } from './post.ts';

export type TwilioOptions = {
  baseUrl: string;
  accountSid: string;
  /** The id of the account or of an API key (SK…). `secret` is its secret. */
  user: string;
  secret: string;
  /** A number in E.164, a sender name, or the id of a messaging service (MG…). */
  from: string;
  timeoutMs: number;
};

const zMessage = v.object({
  sid: v.pipe(v.string(), v.regex(/^(SM|MM)[0-9a-fA-F]{32}$/)),
  status: v.picklist([
    'accepted',
    'scheduled',
    'queued',
    'sending',
    'sent',
    'delivered',
    'read',
    'partially_delivered',
    'failed',
    'undelivered',
    'canceled',
  ]),
  error_code: v.optional(v.nullable(v.pipe(v.number(), v.safeInteger())), null),
});
/** An error's message may contain the phone number, so it is discarded. */
const zError = v.object({
  code: v.pipe(v.number(), v.safeInteger()),
  message: v.string(),
  status: v.pipe(v.number(), v.safeInteger()),
});
/** The longest validity in seconds (error 90007). */
const longestValidity = 36_000;
const notSent = ['failed', 'undelivered', 'canceled'];

/** Creates the SMS adapter for Twilio. A repeated message is sent twice. */
export function createTwilioSms({
  baseUrl,
  accountSid,
  user,
  secret,
  from,
  timeoutMs,
}: TwilioOptions): Sms {
  const post = createPost(baseUrl, timeoutMs);
  const messages = `/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages`;
  const headers = { authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` };
  const sender = /^MG[0-9a-fA-F]{32}$/.test(from) ? { MessagingServiceSid: from } : { From: from };
  return {
    name: 'twilio',
    deduplicates: false,
    async send({ to, text, endsInSeconds }) {
      const form = { To: to, ...sender, Body: text };
      const validity =
        endsInSeconds === null
          ? {}
          : { ValidityPeriod: String(Math.min(endsInSeconds, longestValidity)) };
      return answerOf(await post(`${messages}.json`, { ...form, ...validity }, headers));
    },
    async delivery(gatewayId) {
      return deliveryOf(
        await post(`${messages}/${encodeURIComponent(gatewayId)}.json`, null, headers),
        gatewayId,
      );
    },
  };
}

/**
 * Maps a message's state to a delivery state. "sent" only means that the network accepted the
 * message, and may be the last state that Twilio reports.
 */
function deliveryOf(answer: Posted, gatewayId: string): Delivery {
  const message =
    'reason' in answer || answer.status !== 200 ? null : v.safeParse(zMessage, answer.body);
  if (!message?.success || message.output.sid !== gatewayId) return 'unknown';
  const { status } = message.output;
  if (notSent.includes(status)) return 'notDelivered';
  return ['delivered', 'read', 'partially_delivered'].includes(status) ? 'delivered' : 'underway';
}

function answerOf(posted: Posted): SmsAnswer {
  if ('reason' in posted)
    return { outcome: posted.isSeen ? 'unknown' : 'refused', reason: posted.reason };
  const { status, body } = posted;
  if (status === 429) return { outcome: 'refused', reason: 'too many calls (status 429)' };
  const accepted = v.safeParse(zMessage, body);
  if ((status === 201 || status === 200) && accepted.success) {
    const { sid, status: word, error_code: code } = accepted.output;
    if (notSent.includes(word))
      return { outcome: 'refused', reason: `status ${word}, error ${code ?? 'not named'}` };
    return { outcome: 'sent', gatewayId: sid };
  }
  const error = v.safeParse(zError, body);
  if (status >= 400 && status < 500 && error.success)
    return { outcome: 'refused', reason: `error ${error.output.code} (status ${status})` };
  return { outcome: 'unknown', reason: `an answer of status ${status} without a clear result` };
}
