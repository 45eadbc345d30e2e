// What travels as raw bytes beside the JSON (envelope version 2, docs/protocol.md). Loaded with the first picture.

const stepBytes = 256;

/**
 * The plaintext: the JSON's length in four bytes (big-endian), the JSON in UTF-8, the bytes. Spaces after the JSON fill it all up to the next 256-byte
 * step, as other plaintexts are.
 */
export function withRaw(value: unknown, raw: Uint8Array): Uint8Array<ArrayBuffer> {
  const json = new TextEncoder().encode(JSON.stringify(value));
  const all = new Uint8Array(Math.ceil((4 + json.length + raw.length) / stepBytes) * stepBytes).fill(0x20);
  const jsonLength = all.length - 4 - raw.length;
  new DataView(all.buffer).setUint32(0, jsonLength);
  all.set(json, 4);
  all.set(raw, 4 + jsonLength);
  return all;
}
