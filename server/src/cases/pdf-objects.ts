// A strict reader of PDF objects (ISO 32000-1, 7.2 to 7.5). It refuses anything unusual, so that a
// viewer cannot find an object that this reader has not seen.
import { inflateSync } from 'node:zlib';
import { addTable, countHeads, mustNameTables } from './pdf-places.ts';
import {
  isRef,
  isRegular,
  isSpace,
  NotStrict,
  nameOf,
  type PdfDictionary,
  type PdfRef,
  type Value,
} from './pdf-syntax.ts';

export type PdfContents = {
  /** Every name outside page contents, with hex escapes decoded. */
  names: ReadonlySet<string>;
  /** Every dictionary, including nested ones and the dictionaries of streams and trailers. */
  dictionaries: readonly { of: number | null; isStream: boolean; entries: PdfDictionary }[];
  /** The object numbers of the catalogs that trailers name. */
  roots: ReadonlySet<number>;
  /** The positions of the cross-reference tables. The end of the file must name one of them. */
  tables: ReadonlySet<number>;
};

/**
 * The maximum amount of syntax to read, in bytes: the file without its streams, plus unpacked
 * object streams.
 */
const mostSyntaxBytes = 4 * 1024 * 1024;
const mostDepth = 64;
const mostCommentLength = 1000;

/** Matches objects that contain only a whole number, which may be the length of a stream. */
const lengths = /(?<!\d)(\d{1,10}) (\d{1,5}) obj\s{1,4}(\d{1,10})\s{1,4}endobj/g;

type Collected = {
  names: Set<string>;
  dictionaries: PdfContents['dictionaries'][number][];
  bytesLeft: number;
};

/** Reads a whole file. @throws NotStrict */
export function readPdf(bytes: Buffer): PdfContents {
  const text = bytes.toString('latin1');
  const collected: Collected = { names: new Set(), dictionaries: [], bytesLeft: mostSyntaxBytes };
  const trailers: PdfDictionary[] = [];
  const tables = new Set<number>();
  const knownLengths = new Map(
    [...text.matchAll(lengths)].map(([, number, , length]) => [Number(number), Number(length)]),
  );
  const reader = new Reader(text, collected);
  let objects = 0;
  for (reader.skip(); !reader.isAtEnd(); reader.skip()) {
    const { at } = reader;
    if (reader.takes('xref')) {
      addTable(tables, text, at);
      reader.table();
    } else if (reader.takes('trailer')) trailers.push(reader.dictionary(null));
    else if (reader.takes('startxref')) reader.whole();
    else {
      objects += 1;
      const trailer = readObject(reader, bytes, knownLengths, collected);
      if (!trailer) continue;
      addTable(tables, text, at);
      trailers.push(trailer);
    }
  }
  if (countHeads(text) !== objects) throw new NotStrict('an object in another place');
  const roots = new Set<number>();
  for (const trailer of trailers) {
    addRoot(roots, trailer);
    mustNameTables(trailer, tables);
  }
  return { names: collected.names, dictionaries: collected.dictionaries, roots, tables };
}

function addRoot(roots: Set<number>, entries: PdfDictionary): void {
  const root = entries.get('Root');
  if (isRef(root)) roots.add(root.objectNumber);
  else if (root !== undefined) throw new NotStrict('a root that is not an object');
}

/** Reads an object with its stream. @returns its dictionary if it is a cross-reference stream */
function readObject(
  reader: Reader,
  bytes: Buffer,
  knownLengths: ReadonlyMap<number, number>,
  collected: Collected,
): PdfDictionary | null {
  const number = reader.whole();
  reader.whole();
  reader.must('obj');
  reader.value(number);
  if (reader.takes('endobj')) return null;
  const dictionary = collected.dictionaries.at(-1);
  if (dictionary?.of !== number) throw new NotStrict('a stream without a dictionary');
  dictionary.isStream = true;
  const length = dictionary.entries.get('Length');
  const size = isRef(length) ? knownLengths.get(length.objectNumber) : length;
  const data = reader.stream(bytes, size);
  reader.must('endobj');
  if (nameOf(dictionary.entries, 'Type') === 'ObjStm' || dictionary.entries.has('First'))
    readObjectStream(dictionary.entries, data, collected);
  return nameOf(dictionary.entries, 'Type') === 'XRef' ? dictionary.entries : null;
}

/** Reads the objects of a compressed stream at the positions in its table. */
function readObjectStream(entries: PdfDictionary, data: Buffer, collected: Collected): void {
  const [count, first] = [entries.get('N'), entries.get('First')];
  if (typeof count !== 'number' || typeof first !== 'number')
    throw new NotStrict('an object stream without a table');
  if (
    nameOf(entries, 'Filter') !== 'FlateDecode' ||
    entries.has('DecodeParms') ||
    entries.has('DP')
  )
    throw new NotStrict('an unusual filter');
  const reader = new Reader(unpack(data, collected.bytesLeft), collected);
  const table: { number: number; at: number }[] = [];
  reader.skip();
  for (let n = 0; n < count; n += 1) table.push({ number: reader.whole(), at: reader.whole() });
  if (reader.at > first) throw new NotStrict('a table in its objects');
  for (const { number, at } of table) {
    if (reader.at !== first + at) throw new NotStrict('an object in another place');
    reader.value(number);
  }
  if (!reader.isAtEnd()) throw new NotStrict('more than the objects');
}

function unpack(data: Buffer, mostBytes: number): string {
  try {
    return inflateSync(data, { maxOutputLength: Math.max(1, mostBytes) }).toString('latin1');
  } catch (error) {
    throw new NotStrict('a stream that cannot be unpacked', { cause: error });
  }
}

/** A single-pass parser. Each method consumes what it reads and any whitespace after it. */
class Reader {
  at = 0;
  private readonly text: string;
  private readonly collected: Collected;

  constructor(text: string, collected: Collected) {
    this.text = text;
    this.collected = collected;
  }

  isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** Skips whitespace and comments. Comments must be short and contain no markup. */
  skip(): void {
    const from = this.at;
    while (!this.isAtEnd()) {
      const sign = this.text.charAt(this.at);
      if (isSpace(sign)) this.at += 1;
      else if (sign === '%') this.comment();
      else break;
    }
    this.spend(this.at - from);
  }

  private comment(): void {
    const from = this.at;
    while (!this.isAtEnd() && !'\r\n'.includes(this.text.charAt(this.at))) this.at += 1;
    const comment = this.text.slice(from, this.at);
    if (comment.length > mostCommentLength || comment.includes('<'))
      throw new NotStrict('an unusual comment');
  }

  /**
   * Reads a word if it is next.
   * @returns whether the word was next.
   */
  takes(word: string): boolean {
    if (!this.text.startsWith(word, this.at) || isRegular(this.text.charAt(this.at + word.length)))
      return false;
    this.at += word.length;
    this.spend(word.length);
    this.skip();
    return true;
  }

  must(word: string): void {
    if (!this.takes(word)) throw new NotStrict(`no ${word}`);
  }

  whole(): number {
    const word = this.word();
    if (!/^\d{1,10}$/.test(word)) throw new NotStrict('no whole number');
    return Number(word);
  }

  /** Reads a cross-reference table, whose lines have two numbers and may have a letter. */
  table(): void {
    while (/\d/.test(this.text.charAt(this.at))) {
      this.whole();
      this.whole();
      if (!this.takes('n')) this.takes('f');
    }
  }

  /** Reads a stream, whose length must match its dictionary. */
  stream(bytes: Buffer, size: unknown): Buffer {
    if (!this.text.startsWith('stream', this.at)) throw new NotStrict('no end of an object');
    const [line] = /^\r?\n/.exec(this.text.slice(this.at + 6, this.at + 8)) ?? [];
    if (line === undefined || typeof size !== 'number')
      throw new NotStrict('a stream without a length');
    const from = this.at + 6 + line.length;
    this.at = from + size;
    while ('\r\n'.includes(this.text.charAt(this.at) || 'x') && this.at < from + size + 2)
      this.at += 1;
    this.must('endstream');
    return bytes.subarray(from, from + size);
  }

  /** Reads a value. `of` is its object number; null for a value inside another value. */
  value(of: number | null, depth = 0): Value {
    if (depth > mostDepth) throw new NotStrict('too deep');
    const sign = this.text.charAt(this.at);
    if (sign === '/') return { name: this.name() };
    if (sign === '[') return this.list(depth);
    if (sign === '(') return this.literal();
    if (this.text.startsWith('<<', this.at)) {
      this.dictionary(of, depth);
      return null;
    }
    if (sign === '<') return this.hex();
    return this.numberOrWord();
  }

  dictionary(of: number | null, depth = 0): PdfDictionary {
    const entries = new Map<string, Value>();
    if (!this.text.startsWith('<<', this.at)) throw new NotStrict('no dictionary');
    this.step(2);
    while (!this.text.startsWith('>>', this.at)) {
      if (this.text.charAt(this.at) !== '/') throw new NotStrict('an entry without a name');
      const key = this.name();
      if (entries.has(key)) throw new NotStrict('an entry twice');
      entries.set(key, this.value(null, depth + 1));
    }
    this.step(2);
    // Push after the nested values, because a stream belongs to the last dictionary.
    this.collected.dictionaries.push({ of, isStream: false, entries });
    return entries;
  }

  private list(depth: number): null {
    this.step(1);
    while (this.text.charAt(this.at) !== ']') this.value(null, depth + 1);
    this.step(1);
    return null;
  }

  private name(): string {
    this.at += 1;
    const from = this.at;
    while (isRegular(this.text.charAt(this.at))) this.at += 1;
    const raw = this.text.slice(from, this.at);
    const name = raw.replace(/#([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    this.spend(this.at - from);
    this.collected.names.add(name);
    this.skip();
    return name;
  }

  private literal(): null {
    const from = this.at;
    let open = 0;
    do {
      if (this.isAtEnd()) throw new NotStrict('a text without an end');
      const sign = this.text.charAt(this.at);
      this.at += sign === '\\' ? 2 : 1;
      if (sign === '(') open += 1;
      if (sign === ')') open -= 1;
    } while (open > 0);
    this.spend(this.at - from);
    this.skip();
    return null;
  }

  private hex(): null {
    const from = this.at;
    this.at += 1;
    while (/[0-9a-fA-F\s]/.test(this.text.charAt(this.at))) this.at += 1;
    if (this.text.charAt(this.at) !== '>') throw new NotStrict('a text that is not hex');
    this.spend(this.at - from);
    this.step(1);
    return null;
  }

  /**
   * Reads a number, `true`, `false`, `null`, or a reference to an object: two whole numbers and R.
   */
  private numberOrWord(): PdfRef | number | null {
    const word = this.word();
    if (['true', 'false', 'null'].includes(word)) return null;
    if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(word)) throw new NotStrict('no value');
    const [reference] =
      /^\d{1,5}[\0\s]{1,4}R(?![^\0\s()<>[\]{}/%])/.exec(this.text.slice(this.at, this.at + 12)) ??
      [];
    if (reference === undefined || !/^\d{1,10}$/.test(word)) return Number(word);
    this.step(reference.length);
    return { objectNumber: Number(word) };
  }

  private word(): string {
    const from = this.at;
    while (isRegular(this.text.charAt(this.at))) this.at += 1;
    const word = this.text.slice(from, this.at);
    this.spend(word.length);
    this.skip();
    return word;
  }

  private step(signs: number): void {
    this.at += signs;
    this.spend(signs);
    this.skip();
  }

  private spend(signs: number): void {
    this.collected.bytesLeft -= signs;
    if (this.collected.bytesLeft < 0) throw new NotStrict('too much to read');
  }
}
