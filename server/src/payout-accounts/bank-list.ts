// Pure functions that read a gateway's own list of banks and wallets and compare it with the
// current list. The list is a JSON or CSV file (docs/operators/payouts.md).
import { parsePesos } from '@sandali/contract/money.ts';
import { CsvError, parse } from 'csv-parse/sync';
import * as v from 'valibot';
import type { Rails } from './rails.ts';

export type Known = { id: string; name: string; rails: Rails };

export type Entry = Rails & { name: string; providerId: string | null };
type Difference = {
  added: string[];
  changed: string[];
  gone: string[];
  unchanged: number;
  notOffered: string[];
};

/** Thrown if a list cannot be imported. The message is for the person who imports it. */
export class BadList extends Error {
  override name = 'BadList';
}

const mostEntries = 2000;
// Letters, digits and punctuation without spaces, as in the codes of gateways.
const zCode = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{3,40}$/, 'is not a code'));
const zPesos = v.pipe(
  v.string(),
  v.regex(/^\d{1,9}(\.\d\d)?$/, 'is not an amount in pesos, such as 50000 or 50000.00'),
);
const zRow = v.strictObject({
  /** Our id for the bank or wallet. Required if the name alone does not identify it. */
  id: v.optional(v.pipe(v.string(), v.regex(/^[a-z]{2,40}$/, 'is not an id'))),
  name: v.pipe(v.string(), v.minLength(2), v.maxLength(120)),
  instapayCode: v.optional(zCode),
  instapayMaximumPesos: v.optional(zPesos),
  pesonetCode: v.optional(zCode),
  pesonetMaximumPesos: v.optional(zPesos),
});
type Row = v.InferOutput<typeof zRow>;
const columns = [
  'id',
  'name',
  'instapayCode',
  'instapayMaximumPesos',
  'pesonetCode',
  'pesonetMaximumPesos',
] as const;

/**
 * Reads a list and matches each entry to a bank or wallet that we offer, by our id, a known code or
 * the name.
 * @throws BadList
 */
export function readBankList(text: string, known: readonly Known[]): Entry[] {
  const rows = (text.trimStart().startsWith('[') ? rowsOfJson(text) : rowsOfCsv(text)).map(
    parseRow,
  );
  if (rows.length === 0) throw new BadList('The list is empty.');
  if (rows.length > mostEntries)
    throw new BadList(`The list has more than ${mostEntries} entries.`);
  const entries = rows.map(
    (row, index): Entry => ({
      name: row.name,
      ...railsOf(row, index),
      providerId: providerIdOf(row, index, known),
    }),
  );
  mustBeUnique(entries, 'name', (entry) => entry.name);
  mustBeUnique(entries, 'id', (entry) => entry.providerId);
  mustBeUnique(entries, 'InstaPay code', (entry) => entry.instapay?.code ?? null);
  mustBeUnique(entries, 'PESONet code', (entry) => entry.pesonet?.code ?? null);
  return entries;
}

/** Returns the changes that a list makes to the banks and wallets that we offer. */
export function difference(known: readonly Known[], entries: readonly Entry[]): Difference {
  const by = new Map(entries.map((entry) => [entry.providerId, entry]));
  const kinds = known.map(({ id, rails }) => ({ id, kind: kindOf(rails, by.get(id)) }));
  const of = (kind: string) => kinds.filter((entry) => entry.kind === kind).map(({ id }) => id);
  return {
    added: of('added'),
    changed: of('changed'),
    gone: of('gone'),
    unchanged: of('unchanged').length,
    notOffered: entries.filter((entry) => entry.providerId === null).map((entry) => entry.name),
  };
}

function kindOf(
  before: Rails,
  after: Rails | undefined,
): 'added' | 'changed' | 'gone' | 'unchanged' | 'none' {
  const had = before.instapay !== null || before.pesonet !== null;
  if (!after) return had ? 'gone' : 'none';
  if (!had) return 'added';
  const same = (a: Rails['instapay'], b: Rails['instapay']) =>
    a?.code === b?.code && (a?.maximumCentavos ?? null) === (b?.maximumCentavos ?? null);
  return same(before.instapay, after.instapay) && same(before.pesonet, after.pesonet)
    ? 'unchanged'
    : 'changed';
}

function parseRow(row: unknown, index: number): Row {
  const read = v.safeParse(zRow, row);
  if (read.success) return read.output;
  const [issue] = read.issues;
  throw new BadList(
    `Entry ${index + 1}: ${v.getDotPath(issue) ?? 'it'} ${issue.type === 'regex' ? issue.message : `is wrong: ${issue.message}`}.`,
  );
}

function railsOf(row: Row, index: number): Rails {
  const rail = (code: string | undefined, maximumPesos: string | undefined) => {
    if (code === undefined && maximumPesos !== undefined)
      throw new BadList(`Entry ${index + 1}: it has a maximum without a code.`);
    const maximumCentavos = maximumPesos === undefined ? null : parsePesos(maximumPesos);
    if (maximumCentavos === 0) throw new BadList(`Entry ${index + 1}: its maximum is zero.`);
    return code === undefined ? null : { code, maximumCentavos };
  };
  const rails = {
    instapay: rail(row.instapayCode, row.instapayMaximumPesos),
    pesonet: rail(row.pesonetCode, row.pesonetMaximumPesos),
  };
  if (!rails.instapay && !rails.pesonet)
    throw new BadList(`Entry ${index + 1}, ${row.name}: it has no code on any rail.`);
  return rails;
}

function providerIdOf(row: Row, index: number, known: readonly Known[]): string | null {
  if (row.id !== undefined) {
    if (known.some(({ id }) => id === row.id)) return row.id;
    throw new BadList(`Entry ${index + 1}: we have no bank or wallet ${row.id}.`);
  }
  const byCode = known.find(
    ({ rails }) =>
      (row.instapayCode !== undefined && rails.instapay?.code === row.instapayCode) ||
      (row.pesonetCode !== undefined && rails.pesonet?.code === row.pesonetCode),
  );
  return (
    (byCode ?? known.find(({ name }) => normalizedName(name) === normalizedName(row.name)))?.id ??
    null
  );
}

const normalizedName = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

function mustBeUnique(
  entries: readonly Entry[],
  label: string,
  of: (entry: Entry) => string | null,
): void {
  const firstIndexes = new Map<string, number>();
  for (const [index, entry] of entries.entries()) {
    const value = of(entry);
    if (value === null) continue;
    const first = firstIndexes.get(value);
    if (first !== undefined)
      throw new BadList(`Entries ${first} and ${index + 1} have the same ${label}: ${value}.`);
    firstIndexes.set(value, index + 1);
  }
}

function rowsOfJson(text: string): unknown[] {
  try {
    return JSON.parse(text) as unknown[];
  } catch {
    throw new BadList('The file is not JSON.');
  }
}

function rowsOfCsv(text: string): Record<string, string>[] {
  const [head = [], ...lines] = cellsOf(text);
  const wrong = head.find((column) => !columns.some((known) => known === column));
  if (wrong !== undefined || !head.includes('name')) {
    throw new BadList(
      `The first line may only name these columns: ${columns.join(', ')}; it has ${wrong === undefined ? 'no name' : wrong}.`,
    );
  }
  return lines.map((cells, index) => {
    if (cells.length !== head.length)
      throw new BadList(`Entry ${index + 1} has ${cells.length} cells, not ${head.length}.`);
    return Object.fromEntries(
      head.flatMap((column, at) => (cells[at] ? [[column, cells[at]]] : [])),
    );
  });
}

function cellsOf(text: string): string[][] {
  try {
    return parse(text, { bom: true, relaxColumnCount: true, skipEmptyLines: true, trim: true });
  } catch (error) {
    if (error instanceof CsvError) throw new BadList(`The file is not CSV: ${error.message}.`);
    throw error;
  }
}
