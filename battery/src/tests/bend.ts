// Random ways to alter an envelope; the seed makes them repeatable.

export type Wire = { v: unknown; kid: string; enc: string; ct: string };

type Random = () => number;
type Alteration = (good: Wire, donor: Wire, random: Random) => unknown;

const below = (random: Random, most: number) => Math.floor(random() * most);
const bytesOf = (text: string) => Buffer.from(text, 'base64url');
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const randomBytes = (random: Random, length: number) =>
  Uint8Array.from({ length }, () => below(random, 256));

function flipBit(text: string, random: Random, from = 0): string {
  const bytes = bytesOf(text);
  const at = from < 0 ? bytes.length + from + below(random, -from) : below(random, bytes.length);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << below(random, 8));
  return textOf(bytes);
}

/** Encodes the same bytes differently, using the spare bits of the last base64 letter. */
function encodeDifferently(text: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const last = letters.indexOf(text.at(-1) ?? 'A');
  return text.length % 4 === 0 ? `${text}A` : text.slice(0, -1) + letters[last | 1];
}

const oddValues: unknown[] = [
  null,
  0,
  1,
  -1,
  '',
  [],
  {},
  true,
  '1',
  1.5,
  2,
  'AAAA',
  ['A'],
  { a: 1 },
  1e308,
];

/** Alterations by name. A report names any alteration that the server accepts. */
const bends: Record<string, Alteration> = {
  'a bit of enc': (good, _, random) => ({ ...good, enc: flipBit(good.enc, random) }),
  'a bit of ct': (good, _, random) => ({ ...good, ct: flipBit(good.ct, random) }),
  'a bit of the tag': (good, _, random) => ({ ...good, ct: flipBit(good.ct, random, -16) }),
  'spare bits of enc': (good) => ({ ...good, enc: encodeDifferently(good.enc) }),
  'spare bits of ct': (good) => ({ ...good, ct: encodeDifferently(good.ct) }),
  'enc of another': (good, donor) => ({ ...good, enc: donor.enc }),
  'ct of another': (good, donor) => ({ ...good, ct: donor.ct }),
  'enc cut': (good, _, random) => ({
    ...good,
    enc: good.enc.slice(0, below(random, good.enc.length)),
  }),
  'ct cut': (good, _, random) => ({ ...good, ct: good.ct.slice(0, below(random, good.ct.length)) }),
  'enc longer': (good, _, random) => ({
    ...good,
    enc: textOf(Buffer.concat([bytesOf(good.enc), randomBytes(random, 1 + below(random, 64))])),
  }),
  'ct longer': (good, _, random) => ({
    ...good,
    ct: textOf(Buffer.concat([bytesOf(good.ct), randomBytes(random, 1 + below(random, 3000))])),
  }),
  'a random enc': (good, _, random) => ({ ...good, enc: textOf(randomBytes(random, 65)) }),
  'a random point that begins like one': (good, _, random) => ({
    ...good,
    enc: textOf(Buffer.concat([Buffer.from([4]), randomBytes(random, 64)])),
  }),
  'a compressed point': (good) => ({
    ...good,
    enc: textOf(Buffer.concat([Buffer.from([2]), bytesOf(good.enc).subarray(1, 33)])),
  }),
  'the point at infinity': (good, _, random) => ({
    ...good,
    enc: textOf(Buffer.alloc(random() < 0.5 ? 1 : 65)),
  }),
  'a hybrid point': (good) => ({
    ...good,
    enc: textOf(Buffer.concat([Buffer.from([6]), bytesOf(good.enc).subarray(1)])),
  }),
  'a random ct': (good, _, random) => ({
    ...good,
    ct: textOf(randomBytes(random, below(random, 600))),
  }),
  'an unknown kid': (good, _, random) => ({
    ...good,
    kid: `k-${Buffer.from(randomBytes(random, 6)).toString('hex')}`,
  }),
  'an odd kid': (good, _, random) => ({
    ...good,
    kid: ['', '../root', '__proto__', 'constructor', 'x'.repeat(41), 'k-\u0000', 'toString'][
      below(random, 7)
    ],
  }),
  'another version': (good, _, random) => ({
    ...good,
    v: [0, 2, '1', -1, null, [1]][below(random, 6)],
  }),
  'one more member': (good, _, random) => ({
    ...good,
    [['kem', 'kdf', 'aead', 'alg', 'aad', 'constructor'][below(random, 6)] ?? 'kem']: below(
      random,
      40,
    ),
  }),
  'one member less': ({ v, kid, enc, ct }, _, random) =>
    [
      { kid, enc, ct },
      { v, enc, ct },
      { v, kid, ct },
      { v, kid, enc },
    ][below(random, 4)],
  'an odd value': (good, _, random) => ({
    ...good,
    [['enc', 'ct'][below(random, 2)] ?? 'ct']: oddValues[below(random, oddValues.length)],
  }),
  'other letters': (good, _, random) => ({
    ...good,
    ct:
      good.ct.slice(0, 40) +
      (['+', '/', '=', ' ', '\n', 'é'][below(random, 6)] ?? '') +
      good.ct.slice(41),
  }),
};
const named = Object.entries(bends);

/** Ways to alter the JSON's text but not its values. */
function alterText(text: string, random: Random): string {
  const at = below(random, text.length);
  return (
    [
      text.slice(0, at),
      `${text}${text}`,
      `[${text}]`,
      `\uFEFF${text}`,
      text.replace('{', '{"v":1,'),
      text.replace('"enc":', '"enc":"AAAA","enc":'),
      text.replace('{', '{"__proto__":{"v":1},'),
      `${'['.repeat(1 + below(random, 300))}${text}`,
      text.slice(0, at) + String.fromCharCode(below(random, 32)) + text.slice(at),
      '',
    ][below(random, 10)] ?? ''
  );
}

/** Returns an altered envelope and the name of the alteration. */
export function alterEnvelope(
  good: Wire,
  donor: Wire,
  random: Random,
): { way: string; body: string } {
  if (random() < 0.15) {
    const text = JSON.stringify(good);
    const body = alterText(text, random);
    // A line break between two members does not change the envelope's content.
    return isSame(body, good)
      ? { way: 'a bit of ct', body: JSON.stringify({ ...good, ct: flipBit(good.ct, random) }) }
      : { way: 'the text', body };
  }
  const [way, alter] = named[below(random, named.length)] as [string, Alteration];
  const altered = alter(good, donor, random);
  const body = JSON.stringify(altered);
  return body === JSON.stringify(good) ? alterEnvelope(good, donor, random) : { way, body };
}

function isSame(body: string, good: Wire): boolean {
  try {
    return JSON.stringify(JSON.parse(body)) === JSON.stringify(good);
  } catch {
    return false;
  }
}
