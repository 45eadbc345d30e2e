// The picture or the computation that an unknown caller must solve before a code is sent. A login
// rarely requires one.
import * as v from 'valibot';
import { call } from './call.ts';
import { zInstant } from './day.ts';
import { zPictureCodeId } from './id.ts';

const zHex = v.pipe(v.string(), v.regex(/^([0-9a-f]{2}){1,32}$/));
/**
 * An ALTCHA challenge (version 2): find the counter whose derived key begins with `keyPrefix`.
 * Bytes are hex; `keyLength` is in bytes.
 */
export const zWork = v.object({
  algorithm: v.literal('PBKDF2/SHA-256'),
  cost: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000)),
  keyLength: v.literal(32),
  keyPrefix: zHex,
  nonce: zHex,
  salt: zHex,
});

/**
 * A picture of five digits for a person to read: a PNG in base64. For people who cannot see it,
 * `as: 'work'` returns a computation for their device instead. Its solution is the derived key.
 * Both are valid for one attempt within five minutes, from the same device. /code/sms requests a
 * solution with the refusal `pictureCodeNeeded`.
 */
export const codePic = call({
  path: '/code/pic',
  who: 'anyone',
  kind: 'write',
  request: v.strictObject({ as: v.optional(v.picklist(['picture', 'work'])) }),
  data: v.object({
    pictureCodeId: zPictureCodeId,
    png: v.nullable(v.string()),
    work: v.nullable(zWork),
    endsAt: zInstant,
  }),
  refusals: ['tooManyRequests', 'systemBusy'],
});
