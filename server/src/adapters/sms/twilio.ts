// Twilio, after https://www.twilio.com/docs/messaging/api/message-resource,
// /docs/usage/twilios-response, /docs/iam/api and /docs/errors/20429 as they were stored in 2026: a
// form to Messages.json with HTTP basic authentication, a Message resource as the answer, {code,
// message, more_info, status} as an error. "An API request that receives an error 429 response is
// never processed." unverified: that the answer to a created message is always 201; that every
// other 4xx in the documented shape has sent nothing; that the resource takes no idempotency key
// (none is named).
import * as v from 'valibot';
import type { Delivery, Sms, SmsAnswer } from './port.ts';
import { createPost, type Posted } from './post.ts';

export type TwilioOptions = {
  baseUrl: string;
  accountSid: string;
  /** The account's own id, or that of an API key (SK…), and what belongs to it. */
  user: string;
  secret: string;
  /** A number in E.164, a sender's name, or the id of a messaging service (MG…). */
  from: string;
  timeoutMs: number;
};

const zTaken = v.object({
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
/** The message of an error is not kept: it repeats the number. */
const zError = v.object({
  code: v.pipe(v.number(), v.safeInteger()),
  message: v.string(),
  status: v.pipe(v.number(), v.safeInteger()),
});
/** Seconds that Twilio lets a message wait: error 90007 names the bounds. */
const longestValidity = 36_000;
const notSent = ['failed', 'undelivered', 'canceled'];

/** The SMS port on Twilio. A message that is posted twice is sent twice. */
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
 * "Sent" only says that the network took it, which may be all that is ever known; asked often
 * enough, it stays at that.
 */
function deliveryOf(asked: Posted, gatewayId: string): Delivery {
  const message = 'why' in asked || asked.status !== 200 ? null : v.safeParse(zTaken, asked.body);
  if (!message?.success || message.output.sid !== gatewayId) return 'unknown';
  const { status } = message.output;
  if (notSent.includes(status)) return 'notDelivered';
  return ['delivered', 'read', 'partially_delivered'].includes(status) ? 'delivered' : 'underway';
}

function answerOf(posted: Posted): SmsAnswer {
  if ('why' in posted) return { outcome: posted.isSeen ? 'unknown' : 'refused', why: posted.why };
  const { status, body } = posted;
  if (status === 429) return { outcome: 'refused', why: 'too many calls (status 429)' };
  const taken = v.safeParse(zTaken, body);
  if ((status === 201 || status === 200) && taken.success) {
    const { sid, status: word, error_code: code } = taken.output;
    if (notSent.includes(word))
      return { outcome: 'refused', why: `status ${word}, error ${code ?? 'not named'}` };
    return { outcome: 'sent', gatewayId: sid };
  }
  const error = v.safeParse(zError, body);
  if (status >= 400 && status < 500 && error.success)
    return { outcome: 'refused', why: `error ${error.output.code} (status ${status})` };
  return { outcome: 'unknown', why: `an answer of status ${status} that says nothing certain` };
}
