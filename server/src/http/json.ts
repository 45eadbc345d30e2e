// JSON from strangers, within limits that are checked before anything is built of it.

const depthLimit = 20;
/** More commas and brackets than any call of the contract has; a list of thousands of nothings would cost seconds to build. */
const structureLimit = 2000;
const utf8 = new TextDecoder('utf-8', { fatal: true });
const [comma, bracket, brace] = [0x2c, 0x5b, 0x7b];

/**
 * Reads JSON: UTF-8, at most 2,000 commas and opening brackets, at most 20 levels, and no key that could reach an object's prototype.
 * Anything else is null.
 */
export function parseJson(bytes: Buffer): unknown {
  if (count(bytes, comma) + count(bytes, bracket) + count(bytes, brace) > structureLimit) return null;
  try {
    const value: unknown = JSON.parse(utf8.decode(bytes), (key, one) => {
      if (key === '__proto__' || key === 'constructor' || key === 'prototype') throw new SyntaxError('forbidden key');
      return one;
    });
    return isShallow(value, depthLimit) ? value : null;
  } catch {
    return null; // whatever is wrong with it, it is not JSON that we take
  }
}

/** How often a byte stands in the text, counted up to just over the limit. */
function count(bytes: Buffer, byte: number): number {
  let found = 0;
  for (let at = bytes.indexOf(byte); at !== -1 && found <= structureLimit; at = bytes.indexOf(byte, at + 1)) found += 1;
  return found;
}

function isShallow(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return true;
  return levels > 0 && Object.values(value).every((one) => isShallow(one, levels - 1));
}
