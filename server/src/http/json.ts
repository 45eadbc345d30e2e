// Reads untrusted JSON within limits that are checked before it is parsed.

const depthLimit = 20;
/**
 * The maximum number of commas and opening brackets, more than any call needs. Without a limit,
 * building empty values could take seconds.
 */
const structureLimit = 2000;
/** Keeps a byte order mark, so that JSON.parse refuses it. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const [comma, bracket, brace] = [0x2c, 0x5b, 0x7b];

/**
 * Parses UTF-8 JSON with at most 20 levels and 2,000 commas and opening brackets. Returns null for
 * anything else, and also if an object repeats a key or a key could reach a prototype.
 */
export function parseJson(bytes: Buffer): unknown {
  if (count(bytes, comma) + count(bytes, bracket) + count(bytes, brace) > structureLimit)
    return null;
  try {
    const text = utf8.decode(bytes);
    const value: unknown = JSON.parse(text, (key, member) => {
      if (key === '__proto__' || key === 'constructor' || key === 'prototype')
        throw new SyntaxError('forbidden key');
      return member;
    });
    return isShallow(value, depthLimit) && !hasKeyTwice(text) ? value : null;
  } catch {
    return null; // the caller refuses all invalid JSON alike
  }
}

/** Counts the occurrences of a byte, and stops at one more than the limit. */
function count(bytes: Buffer, byte: number): number {
  let total = 0;
  for (
    let at = bytes.indexOf(byte);
    at !== -1 && total <= structureLimit;
    at = bytes.indexOf(byte, at + 1)
  )
    total += 1;
  return total;
}

function isShallow(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return true;
  return levels > 0 && Object.values(value).every((member) => isShallow(member, levels - 1));
}

/**
 * Whether an object in this well-formed JSON has the same key twice, however the key is escaped.
 */
function hasKeyTwice(text: string): boolean {
  /** The keys of the open objects, innermost last; null represents a list. */
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
 * Returns where a string that starts at a quote ends: the place after the next quote that follows
 * an even number of backslashes.
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
