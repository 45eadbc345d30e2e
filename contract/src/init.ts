// /init: the envelope's keys and the server's time, needed before the first sealed call.
import * as v from 'valibot';
import { call } from './call.ts';
import { zInstant } from './day.ts';

/** A public P-256 key of the envelope, with its validity period (docs/integrators/protocol.md). */
const zEnvelopeKey = v.object({
  kid: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/)),
  jwk: v.object({ kty: v.literal('EC'), crv: v.literal('P-256'), x: v.string(), y: v.string() }),
  from: zInstant,
  until: zInstant,
});

export const zKeyList = v.object({ keys: v.array(zEnvelopeKey), signature: v.string() });
export type KeyList = v.InferOutput<typeof zKeyList>;

/** Returns the text that the root key signs: one line per key. */
export function keyListText(keys: KeyList['keys']): string {
  return `sandali keys 1\n${keys.map((key) => [key.kid, key.jwk.x, key.jwk.y, key.from, key.until].join(',')).join('\n')}`;
}

const zVersion = v.pipe(v.string(), v.regex(/^\d{1,4}(\.\d{1,4}){0,2}$/));
/** The oldest client version that the server accepts, per kind of client. */
export const zMinVersion = v.object({ web: zVersion, native: zVersion });

/** The envelope's keys and the server's wall time; the only unencrypted call in production. */
export const init = call({
  path: '/init',
  who: 'anyone',
  kind: 'read',
  request: v.strictObject({}),
  data: v.object({ keyList: zKeyList, serverTimeMs: v.number(), minVersion: zMinVersion }),
  refusals: [],
});
