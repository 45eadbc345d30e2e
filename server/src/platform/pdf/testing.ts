// Test helper that reads the text of a PDF from typst. unpdf 1.8.1 (pdf.js) ignores the ActualText
// entries that typst writes for composed letters, and reads "diAchvuA" for "dịchvụ".
import { inflateSync } from 'node:zlib';

/** Returns the text of all pages in drawing order, without white space. */
export function textOfPdf(pdf: Buffer): string {
  const streams = streamsOf(pdf);
  // The font of a document's code has the value null, because its bytes are the letters themselves.
  const fonts = new Map<string, Map<string, string> | null>();
  const objects = objectsOf(pdf);
  for (const [, body] of objects) {
    for (const [, name, ref] of body.matchAll(/\/(f\d+|[A-Za-z]+\d+) (\d+) 0 R/g)) {
      const cmap = /\/ToUnicode (\d+) 0 R/.exec(objects.get(ref as string) ?? '')?.[1];
      if (cmap) fonts.set(name as string, glyphsOf(streams.get(cmap) ?? ''));
      else if (objects.get(ref as string)?.includes('/Subtype /Type1'))
        fonts.set(name as string, null);
    }
  }
  return contentsOf(pdf)
    .map((stream) => shown(stream, fonts))
    .join('')
    .replace(/\s/g, '');
}

/** Whether a letter is drawn as glyph 0, which stands in for letters that the font lacks. */
export function hasMissingGlyph(pdf: Buffer): boolean {
  for (const stream of contentsOf(pdf)) {
    let font = '';
    for (const { kind, value } of tokens(stream)) {
      if (kind === 'name') font = value;
      const isOfTypst = kind === 'string' && /^f\d+$/.test(font);
      if (isOfTypst && /^(?:.{4})*?0000/.test(Buffer.from(value, 'latin1').toString('hex')))
        return true;
    }
  }
  return false;
}

function objectsOf(pdf: Buffer): Map<string, string> {
  const text = pdf.toString('latin1');
  return new Map(
    [...text.matchAll(/(\d+) 0 obj([\s\S]*?)endobj/g)].map(([, id, body]) => [
      id as string,
      body as string,
    ]),
  );
}

/** Returns the content streams of all pages. Other streams, such as fonts, are not text. */
function contentsOf(pdf: Buffer): string[] {
  const streams = streamsOf(pdf);
  return [...objectsOf(pdf).values()].flatMap((body) => {
    const [, refs = ''] = /\/Contents \[?((?:\s*\d+ 0 R)+)/.exec(body) ?? [];
    return [...refs.matchAll(/(\d+) 0 R/g)].map(([, id = '']) => streams.get(id) ?? '');
  });
}

function streamsOf(pdf: Buffer): Map<string, string> {
  const streams = new Map<string, string>();
  for (const [id, body] of objectsOf(pdf)) {
    const start = /stream\r?\n/.exec(body);
    if (!start) continue;
    const bytes = Buffer.from(body.slice(start.index + start[0].length), 'latin1');
    const isPacked = /FlateDecode/.test(body.slice(0, start.index));
    streams.set(id, (isPacked ? inflateSync(bytes, { finishFlush: 2 }) : bytes).toString('latin1'));
  }
  return streams;
}

const utf16 = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le');

function glyphsOf(cmap: string): Map<string, string> {
  const glyphs = new Map<string, string>();
  for (const [, block] of cmap.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, glyph, text] of (block as string).matchAll(
      /<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>/g,
    ))
      glyphs.set((glyph as string).toLowerCase(), utf16(text as string));
  return glyphs;
}

type Token = { kind: 'name' | 'string' | 'word'; value: string };

/**
 * Yields the tokens of a content stream: names, strings as bytes (parentheses may nest, ISO 32000-1
 * §7.3.4.2), and all other words.
 */
function* tokens(stream: string): Generator<Token> {
  const next = /\s*(?:\/(\w+)|<([0-9A-Fa-f\s]*)>|(\()|(<<|>>|[[\]]|[^\s()<>[\]/]+))/y;
  for (let match = next.exec(stream); match; match = next.exec(stream)) {
    const [, name, hex, opened, word] = match;
    if (name !== undefined) yield { kind: 'name', value: name };
    else if (hex !== undefined)
      yield {
        kind: 'string',
        value: Buffer.from(hex.replace(/\s/g, ''), 'hex').toString('latin1'),
      };
    else if (opened) {
      const start = next.lastIndex;
      next.lastIndex = endOfLiteral(stream, start);
      yield { kind: 'string', value: unescaped(stream.slice(start, next.lastIndex - 1)) };
    } else yield { kind: 'word', value: word ?? '' };
  }
}

/**
 * Returns the offset just after the closing parenthesis that matches the opening one at `at - 1`.
 */
function endOfLiteral(stream: string, at: number): number {
  let place = at;
  for (let depth = 1; depth > 0; place += 1) {
    const sign = stream[place];
    if (sign === undefined) throw new Error('A string of the PDF does not end.');
    if (sign === '\\') place += 1;
    else if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
  }
  return place;
}

/**
 * Decodes the strings of a content stream with the current font's table; a span's actual text
 * replaces its glyphs.
 */
function shown(stream: string, fonts: Map<string, Map<string, string> | null>): string {
  let glyphs: Map<string, string> | null = new Map<string, string>();
  let text = '';
  let name = '';
  const spans: boolean[] = [];
  let actualText: string | null = null;
  for (const { kind, value } of tokens(stream)) {
    if (kind === 'name') {
      name = value;
      glyphs = fonts.has(value) ? (fonts.get(value) ?? null) : glyphs;
    } else if (kind === 'string' && name === 'ActualText') {
      // The text is UTF-16 if it begins with a byte order mark; otherwise each character has one
      // byte.
      actualText = value.startsWith('\u00fe\u00ff')
        ? utf16(Buffer.from(value.slice(2), 'latin1').toString('hex'))
        : value;
      name = '';
    } else if (kind === 'string') {
      const hex = Buffer.from(value, 'latin1').toString('hex');
      if (!glyphs) text += value;
      else if (!spans.includes(true))
        for (const glyph of hex.match(/.{4}/g) ?? []) text += glyphs.get(glyph) ?? '';
    } else if (value === 'BDC' || value === 'BMC') {
      spans.push(actualText !== null);
      text += actualText ?? '';
      actualText = null;
    } else if (value === 'EMC') spans.pop();
  }
  return text;
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
function unescaped(literal: string): string {
  return literal.replace(/\\(\d{1,3}|[\s\S])/g, (_, sequence: string) =>
    /^\d/.test(sequence)
      ? String.fromCharCode(Number.parseInt(sequence, 8))
      : (escapes[sequence] ?? sequence),
  );
}
