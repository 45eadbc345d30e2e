// The places where a viewer may look for objects and tables. Text inside a stream can look like
// either, so our reader must have read every such place.
import { isSpace, NotStrict, type PdfDictionary } from './pdf-syntax.ts';

/**
 * Adds a table's position, and the positions of the spaces before it, because some software points
 * to these.
 */
export function addTable(tables: Set<number>, text: string, at: number): void {
  const spaces = runBefore(text, at, isSpace).length;
  for (let place = at - spaces; place <= at; place += 1) tables.add(place);
}

const numerals = '0123456789.eE+-';
const isNumeral = (sign: string) => sign !== '' && numerals.includes(sign);

/**
 * Counts everything that a viewer may read as the header of an object. Viewers allow comments
 * between the header's words, and some accept `9 0obj`, `9. 0. obj` and `9+0 obj`.
 */
export function countHeads(text: string): number {
  let heads = 0;
  for (const { index } of text.matchAll(/obj(?=[\0\s\d<>[(/%+.-])/g))
    if (isHead(text, index)) heads += 1;
  return heads;
}

function isHead(text: string, index: number): boolean {
  const spaces = runBefore(text, index, isSpace);
  if (hasLineEnd(spaces)) return true;
  const number = runBefore(text, index - spaces.length, isNumeral);
  if (!/\d/.test(number)) return false;
  const from = index - spaces.length - number.length;
  const between = runBefore(text, from, isSpace);
  if (hasLineEnd(between) || /.[+-]/.test(number)) return true;
  return isNumeral(text.charAt(from - between.length - 1));
}

const hasLineEnd = (text: string) => text.includes('\r') || text.includes('\n');

/** Returns the run of matching characters that ends at a position. */
function runBefore(text: string, end: number, matches: (sign: string) => boolean): string {
  let from = end;
  while (from > 0 && matches(text.charAt(from - 1))) from -= 1;
  return text.slice(from, end);
}

/**
 * Checks that a trailer names only tables that were read, because others could be inside a stream.
 * @throws NotStrict
 */
export function mustNameTables(trailer: PdfDictionary, tables: ReadonlySet<number>): void {
  for (const key of ['Prev', 'XRefStm']) {
    const place = trailer.get(key);
    if (place === undefined) continue;
    if (typeof place !== 'number' || !tables.has(place))
      throw new NotStrict('a table at an unread place');
  }
}
