// For tests: the words of a PDF that typst made, without the spaces between them. Glyphs are named by their font's ToUnicode table.
import { inflateSync } from 'node:zlib';

/** Every text of every page, in the order in which it is drawn, without white space. */
export function textOfPdf(pdf: Buffer): string {
  const streams = streamsOf(pdf);
  const fonts = new Map<string, Map<string, string>>();
  const objects = objectsOf(pdf);
  for (const [, body] of objects) {
    for (const [, name, ref] of body.matchAll(/\/(f\d+|[A-Za-z]+\d+) (\d+) 0 R/g)) {
      const cmap = /\/ToUnicode (\d+) 0 R/.exec(objects.get(ref as string) ?? '')?.[1];
      if (cmap) fonts.set(name as string, glyphsOf(streams.get(cmap) ?? ''));
    }
  }
  return [...streams.values()]
    .filter((stream) => /\bTf\b/.test(stream))
    .map((stream) => shown(stream, fonts))
    .join('')
    .replace(/\s/g, '');
}

function objectsOf(pdf: Buffer): Map<string, string> {
  const text = pdf.toString('latin1');
  return new Map([...text.matchAll(/(\d+) 0 obj([\s\S]*?)endobj/g)].map(([, id, body]) => [id as string, body as string]));
}

function streamsOf(pdf: Buffer): Map<string, string> {
  const found = new Map<string, string>();
  for (const [id, body] of objectsOf(pdf)) {
    const start = /stream\r?\n/.exec(body);
    if (!start) continue;
    const bytes = Buffer.from(body.slice(start.index + start[0].length), 'latin1');
    const isPacked = /FlateDecode/.test(body.slice(0, start.index));
    found.set(id, (isPacked ? inflateSync(bytes, { finishFlush: 2 }) : bytes).toString('latin1'));
  }
  return found;
}

const utf16 = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le');

function glyphsOf(cmap: string): Map<string, string> {
  const glyphs = new Map<string, string>();
  for (const [, block] of cmap.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, glyph, text] of (block as string).matchAll(/<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>/g))
      glyphs.set((glyph as string).toLowerCase(), utf16(text as string));
  return glyphs;
}

/** The strings of a content stream through the table of the font in force. */
function shown(stream: string, fonts: Map<string, Map<string, string>>): string {
  let glyphs = new Map<string, string>();
  let text = '';
  for (const [, font, hex, literal] of stream.matchAll(/\/(\w+) [\d.]+ Tf|<([0-9A-Fa-f]+)>|\(((?:\\.|[^\\)])*)\)/g)) {
    if (font) glyphs = fonts.get(font) ?? glyphs;
    const bytes = hex ?? (literal === undefined ? '' : Buffer.from(unescaped(literal), 'latin1').toString('hex'));
    for (const glyph of bytes.toLowerCase().match(/.{4}/g) ?? []) text += glyphs.get(glyph) ?? '';
  }
  return text;
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
function unescaped(literal: string): string {
  return literal.replace(/\\(\d{1,3}|[\s\S])/g, (_, one: string) =>
    /^\d/.test(one) ? String.fromCharCode(Number.parseInt(one, 8)) : (escapes[one] ?? one),
  );
}
