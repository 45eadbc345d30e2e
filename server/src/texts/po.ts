// Reads a subset of the PO format: msgid, msgstr, continued lines and comments.

/**
 * Returns the texts by id, in the order of the file, without its header.
 * @throws Error if an id occurs twice
 */
export function readPo(content: string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const block of content.split(/\n\s*\n/)) {
    const id = field(block, 'msgid');
    if (!id) continue;
    if (texts.has(id)) throw new Error(`${id} occurs twice in the catalogue`);
    texts.set(id, field(block, 'msgstr') ?? '');
  }
  return texts;
}

function field(block: string, name: 'msgid' | 'msgstr'): string | null {
  const quoted = new RegExp(`^${name} ((?:"(?:[^"\\\\]|\\\\.)*"\\s*)+)`, 'm').exec(block)?.[1];
  return quoted
    ? [...quoted.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => unescaped(text)).join('')
    : null;
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, (_, sign: string) => ({ n: '\n', t: '\t' })[sign] ?? sign);
}
