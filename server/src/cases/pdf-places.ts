// The places at which a viewer may look for objects and tables. All of them must be those that our
// reader has read, because a stream can hold text that looks like either.
import { isSpace, NotStrict, type PdfDictionary } from './pdf-syntax.ts';

/** Some programs name the space before a table. */
export function addTable(tables: Set<number>, text: string, at: number): void {
  const spaces = backOver(text, at, isSpace).length;
  for (let place = at - spaces; place <= at; place += 1) tables.add(place);
}

const numerals = '0123456789.eE+-';
const isNumeral = (sign: string) => sign !== '' && numerals.includes(sign);

/**
 * Counts what a viewer may take for the head of an object, anywhere. Viewers allow comments between
 * its words, and some read `9 0obj`, `9. 0. obj` and `9+0 obj`. A comment ends with its line.
 */
export function countHeads(text: string): number {
  let heads = 0;
  for (const { index } of text.matchAll(/obj(?=[\0\s\d<>[(/%+.-])/g))
    if (isHead(text, index)) heads += 1;
  return heads;
}

function isHead(text: string, index: number): boolean {
  const spaces = backOver(text, index, isSpace);
  if (hasLineEnd(spaces)) return true;
  const number = backOver(text, index - spaces.length, isNumeral);
  if (!/\d/.test(number)) return false;
  const from = index - spaces.length - number.length;
  const between = backOver(text, from, isSpace);
  if (hasLineEnd(between) || /.[+-]/.test(number)) return true;
  return isNumeral(text.charAt(from - between.length - 1));
}

const hasLineEnd = (text: string) => text.includes('\r') || text.includes('\n');

/** The signs of one kind that end at a place. */
function backOver(text: string, end: number, isOne: (sign: string) => boolean): string {
  let from = end;
  while (from > 0 && isOne(text.charAt(from - 1))) from -= 1;
  return text.slice(from, end);
}

/**
 * @throws NotStrict if a trailer leads to a table that was not read, which could lie in a stream.
 */
export function mustNameTables(trailer: PdfDictionary, tables: ReadonlySet<number>): void {
  for (const key of ['Prev', 'XRefStm']) {
    const place = trailer.get(key);
    if (place === undefined) continue;
    if (typeof place !== 'number' || !tables.has(place))
      throw new NotStrict('a table in another place');
  }
}
