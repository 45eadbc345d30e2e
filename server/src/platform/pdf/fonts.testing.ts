// Test helper that reads the letters in the documents' fonts (OpenType `cmap`, formats 4 and 12).
import * as fs from 'node:fs';
import * as path from 'node:path';
import { fontPaths } from './font-paths.ts';

/** Returns the code points that at least one typeface contains in every weight. */
export function lettersOfFonts(): Set<number> {
  const files = fontPaths.map((folder) =>
    path.join(folder, fs.readdirSync(folder).find((name) => name.endsWith('.ttf')) ?? ''),
  );
  const [sans, sansBold, chinese, chineseBold] = files.map((file) =>
    lettersOf(fs.readFileSync(file)),
  );
  const lettersInBoth = (regular: Set<number> | undefined, bold: Set<number> | undefined) =>
    [...(regular ?? [])].filter((letter) => bold?.has(letter));
  return new Set([...lettersInBoth(sans, sansBold), ...lettersInBoth(chinese, chineseBold)]);
}

function lettersOf(font: Buffer): Set<number> {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, at) => 12 + 16 * at);
  const entry = tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap') ?? 0;
  const start = font.readUInt32BE(entry + 8);
  const letters = new Set<number>();
  for (let at = 0; at < font.readUInt16BE(start + 2); at += 1) {
    const table = start + font.readUInt32BE(start + 8 + 8 * at);
    const format = font.readUInt16BE(table);
    const read =
      format === 4 ? inSegments(font, table) : format === 12 ? inGroups(font, table) : [];
    for (const letter of read) letters.add(letter);
  }
  return letters;
}

function* inGroups(font: Buffer, table: number): Generator<number> {
  for (let at = 0; at < font.readUInt32BE(table + 12); at += 1) {
    const group = table + 16 + 12 * at;
    const [first, last, glyph] = [0, 4, 8].map((by) => font.readUInt32BE(group + by)) as [
      number,
      number,
      number,
    ];
    for (let letter = first; letter <= last; letter += 1)
      if (glyph + letter - first > 0) yield letter;
  }
}

function* inSegments(font: Buffer, table: number): Generator<number> {
  const count = font.readUInt16BE(table + 6) / 2;
  for (let at = 0; at < count; at += 1) {
    const last = font.readUInt16BE(table + 14 + 2 * at);
    const [first, delta, range] = [16 + 2 * count, 16 + 4 * count, 16 + 6 * count].map((by) =>
      font.readUInt16BE(table + by + 2 * at),
    ) as [number, number, number];
    for (let letter = first; letter <= last && letter !== 0xffff; letter += 1) {
      const place = table + 16 + 6 * count + 2 * at + range + 2 * (letter - first);
      const glyph = range === 0 ? letter + delta : font.readUInt16BE(place);
      if ((glyph & 0xffff) !== 0) yield letter;
    }
  }
}
