// Ways to alter an envelope, drawn from the seed.

export type Wire = { v: unknown; kid: string; enc: string; ct: string };

type Chance = () => number;
type Bend = (good: Wire, other: Wire, chance: Chance) => unknown;

const below = (chance: Chance, most: number) => Math.floor(chance() * most);
const bytesOf = (text: string) => Buffer.from(text, 'base64url');
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const randomBytes = (chance: Chance, length: number) =>
  Uint8Array.from({ length }, () => below(chance, 256));

function flipped(text: string, chance: Chance, from = 0): string {
  const bytes = bytesOf(text);
  const at = from < 0 ? bytes.length + from + below(chance, -from) : below(chance, bytes.length);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << below(chance, 8));
  return textOf(bytes);
}

/** Encodes the same bytes differently, using the spare bits of the last base64 letter. */
function spare(text: string): string {
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

/** Alterations by name, so that a report can name an accepted one. */
const bends: Record<string, Bend> = {
  'a bit of enc': (good, _, chance) => ({ ...good, enc: flipped(good.enc, chance) }),
  'a bit of ct': (good, _, chance) => ({ ...good, ct: flipped(good.ct, chance) }),
  'a bit of the tag': (good, _, chance) => ({ ...good, ct: flipped(good.ct, chance, -16) }),
  'spare bits of enc': (good) => ({ ...good, enc: spare(good.enc) }),
  'spare bits of ct': (good) => ({ ...good, ct: spare(good.ct) }),
  'enc of another': (good, other) => ({ ...good, enc: other.enc }),
  'ct of another': (good, other) => ({ ...good, ct: other.ct }),
  'enc cut': (good, _, chance) => ({
    ...good,
    enc: good.enc.slice(0, below(chance, good.enc.length)),
  }),
  'ct cut': (good, _, chance) => ({ ...good, ct: good.ct.slice(0, below(chance, good.ct.length)) }),
  'enc longer': (good, _, chance) => ({
    ...good,
    enc: textOf(Buffer.concat([bytesOf(good.enc), randomBytes(chance, 1 + below(chance, 64))])),
  }),
  'ct longer': (good, _, chance) => ({
    ...good,
    ct: textOf(Buffer.concat([bytesOf(good.ct), randomBytes(chance, 1 + below(chance, 3000))])),
  }),
  'a random enc': (good, _, chance) => ({ ...good, enc: textOf(randomBytes(chance, 65)) }),
  'a random point that begins like one': (good, _, chance) => ({
    ...good,
    enc: textOf(Buffer.concat([Buffer.from([4]), randomBytes(chance, 64)])),
  }),
  'a compressed point': (good) => ({
    ...good,
    enc: textOf(Buffer.concat([Buffer.from([2]), bytesOf(good.enc).subarray(1, 33)])),
  }),
  'the point at infinity': (good, _, chance) => ({
    ...good,
    enc: textOf(Buffer.alloc(chance() < 0.5 ? 1 : 65)),
  }),
  'a hybrid point': (good) => ({
    ...good,
    enc: textOf(Buffer.concat([Buffer.from([6]), bytesOf(good.enc).subarray(1)])),
  }),
  'a random ct': (good, _, chance) => ({
    ...good,
    ct: textOf(randomBytes(chance, below(chance, 600))),
  }),
  'an unknown kid': (good, _, chance) => ({
    ...good,
    kid: `k-${Buffer.from(randomBytes(chance, 6)).toString('hex')}`,
  }),
  'an odd kid': (good, _, chance) => ({
    ...good,
    kid: ['', '../root', '__proto__', 'constructor', 'x'.repeat(41), 'k-\u0000', 'toString'][
      below(chance, 7)
    ],
  }),
  'another version': (good, _, chance) => ({
    ...good,
    v: [0, 2, '1', -1, null, [1]][below(chance, 6)],
  }),
  'one more member': (good, _, chance) => ({
    ...good,
    [['kem', 'kdf', 'aead', 'alg', 'aad', 'constructor'][below(chance, 6)] ?? 'kem']: below(
      chance,
      40,
    ),
  }),
  'one member less': ({ v, kid, enc, ct }, _, chance) =>
    [
      { kid, enc, ct },
      { v, enc, ct },
      { v, kid, ct },
      { v, kid, enc },
    ][below(chance, 4)],
  'an odd value': (good, _, chance) => ({
    ...good,
    [['enc', 'ct'][below(chance, 2)] ?? 'ct']: oddValues[below(chance, oddValues.length)],
  }),
  'other letters': (good, _, chance) => ({
    ...good,
    ct:
      good.ct.slice(0, 40) +
      (['+', '/', '=', ' ', '\n', 'é'][below(chance, 6)] ?? '') +
      good.ct.slice(41),
  }),
};
const named = Object.entries(bends);

/** Ways to alter the text of the JSON instead of its values. */
function bendText(text: string, chance: Chance): string {
  const at = below(chance, text.length);
  return (
    [
      text.slice(0, at),
      `${text}${text}`,
      `[${text}]`,
      `\uFEFF${text}`,
      text.replace('{', '{"v":1,'),
      text.replace('"enc":', '"enc":"AAAA","enc":'),
      text.replace('{', '{"__proto__":{"v":1},'),
      `${'['.repeat(1 + below(chance, 300))}${text}`,
      text.slice(0, at) + String.fromCharCode(below(chance, 32)) + text.slice(at),
      '',
    ][below(chance, 10)] ?? ''
  );
}

/** Returns an altered envelope and the name of the alteration. */
export function bend(good: Wire, other: Wire, chance: Chance): { way: string; body: string } {
  if (chance() < 0.15) {
    const text = JSON.stringify(good);
    const body = bendText(text, chance);
    // A line break between two members leaves the envelope equal.
    return isSame(body, good)
      ? { way: 'a bit of ct', body: JSON.stringify({ ...good, ct: flipped(good.ct, chance) }) }
      : { way: 'the text', body };
  }
  const [way, made] = named[below(chance, named.length)] as [string, Bend];
  const bent = made(good, other, chance);
  const body = JSON.stringify(bent);
  return body === JSON.stringify(good) ? bend(good, other, chance) : { way, body };
}

function isSame(body: string, good: Wire): boolean {
  try {
    return JSON.stringify(JSON.parse(body)) === JSON.stringify(good);
  } catch {
    return false;
  }
}
