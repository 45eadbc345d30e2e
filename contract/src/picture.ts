// The bytes of a picture, as calls that take one carry them.
import * as v from 'valibot';

/**
 * Raw bytes, which travel beside the JSON (envelope version 2, docs/protocol.md), or base64 in it: from programs of before, and in plain bodies. How large
 * and of which kind it may be is the server's to say.
 */
export const zPictureBytes = v.union([
  v.pipe(v.string(), v.maxLength(7_000_000), v.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
  v.pipe(
    v.instance(Uint8Array),
    v.check((bytes) => bytes.length > 0, 'no bytes'),
  ),
]);
export type PictureBytes = v.InferOutput<typeof zPictureBytes>;

/** The largest sealed body with a picture: 5 MB and what is sent beside them, a third more as base64. */
export const pictureBodyBytes = 7 * 1024 * 1024;
