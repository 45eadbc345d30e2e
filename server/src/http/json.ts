// JSON from strangers, within limits that are checked before anything is built of it.

const depthLimit = 20;
/**
 * More commas and brackets than any call of the contract has; a list of thousands of nothings would
 * cost seconds to build.
 */
const structureLimit = 2000;
/**
 * A byte order mark is left in, which no JSON begins with: another reader might take the text for
 * another.
 */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const [comma, bracket, brace] = [0x2c, 0x5b, 0x7b];

/**
 * Reads JSON: UTF-8, at most 2,000 commas and opening brackets, at most 20 levels, no key that
 * could reach an object's prototype, and no key twice in one object, which two readers could take
 * in two ways. Anything else is null.
 */
export function parseJson(bytes: Buffer): unknown {
  if (count(bytes, comma) + count(bytes, bracket) + count(bytes, brace) > structureLimit)
    return null;
  try {
    const text = utf8.decode(bytes);
    const value: unknown = JSON.parse(text, (key, one) => {
      if (key === '__proto__' || key === 'constructor' || key === 'prototype')
        throw new SyntaxError('forbidden key');
      return one;
    });
    return isShallow(value, depthLimit) && !hasKeyTwice(text) ? value : null;
  } catch {
    return null; // whatever is wrong with it, it is not JSON that we take
  }
}

/** How often a byte occurs in the text, counted up to just over the limit. */
function count(bytes: Buffer, byte: number): number {
  let found = 0;
  for (
    let at = bytes.indexOf(byte);
    at !== -1 && found <= structureLimit;
    at = bytes.indexOf(byte, at + 1)
  )
    found += 1;
  return found;
}

function isShallow(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return true;
  return levels > 0 && Object.values(value).every((one) => isShallow(one, levels - 1));
}

/**
 * Whether an object of this JSON, which is known to be well-formed, names a key twice, in whatever
 * way it is written.
 */
function hasKeyTwice(text: string): boolean {
  /** The keys of the objects that are open, the innermost last; null for a list. */
  const open: (Set<string> | null)[] = [];
  const marks = /["{}[\]]/g;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    if (mark[0] === '{') open.push(new Set());
    else if (mark[0] === '[') open.push(null);
    else if (mark[0] !== '"') open.pop();
    else {
      const end = endOfString(text, mark.index);
      marks.lastIndex = end;
      const keys = open.at(-1);
      if (!keys || !isFollowedByColon(text, end)) continue;
      const key = JSON.parse(text.slice(mark.index, end)) as string;
      if (keys.has(key)) return true;
      keys.add(key);
    }
  }
  return false;
}

/**
 * Where a string that begins at a quote ends: after the next quote that is not preceded by an odd
 * number of backslashes.
 */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
  return text.length;
}

function isFollowedByColon(text: string, at: number): boolean {
  let next = at;
  while (' \t\n\r'.includes(text[next] ?? '?')) next += 1;
  return text[next] === ':';
}
