// Parses the file of a settlement report, for gateways without an API for reports: UTF-8,
// comma-separated, with exactly these columns.
import { centavos } from '@sandali/contract/money.ts';
import { CsvError, parse } from 'csv-parse/sync';
import { type SettlementLine, settlementKinds } from '#/adapters/bank/port.ts';
import { manilaDayOf } from '#/platform/days.ts';

export const columns = [
  'id',
  'kind',
  'reference',
  'gateway_id',
  'amount',
  'currency',
  'at',
] as const;
/** The maximum number of lines in a file. */
const mostLines = 50_000;
const word = /^[\w.:-]{1,100}$/;

/**
 * Parses the lines of one Manila day. Amounts have two decimals (`1250.00`); `at` has an offset
 * (`2026-11-20T14:05:00+08:00`).
 * @returns the lines, or a sentence that names the error and its line
 */
export function readSettlementReport(
  text: string,
  day: Temporal.PlainDate,
): SettlementLine[] | { wrong: string } {
  const read = rowsOf(text);
  if (!Array.isArray(read)) return read;
  const [head, ...rows] = read;
  while (rows.at(-1)?.join('') === '') rows.pop();
  if (head?.join(',') !== columns.join(','))
    return { wrong: `The first line must be ${columns.join(',')}` };
  if (rows.length > mostLines) return { wrong: `The file has more than ${mostLines} lines.` };
  const lines: SettlementLine[] = [];
  const ids = new Set<string>();
  for (const [nth, row] of rows.entries()) {
    const line = readRow(row, day);
    if (typeof line === 'string') return { wrong: `Line ${nth + 2}: ${line}` };
    if (ids.has(line.id)) return { wrong: `Line ${nth + 2}: the id ${line.id} appears twice.` };
    ids.add(line.id);
    lines.push(line);
  }
  return lines;
}

function rowsOf(text: string): string[][] | { wrong: string } {
  try {
    return parse(text, { bom: true, relaxColumnCount: true, to: mostLines + 2 });
  } catch (error) {
    if (error instanceof CsvError) return { wrong: `The file is not CSV: ${error.message}.` };
    throw error;
  }
}

function readRow(cells: string[], day: Temporal.PlainDate): SettlementLine | string {
  const [id = '', kind = '', reference = '', gatewayId = '', amount = '', currency = '', at = ''] =
    cells;
  if (cells.length !== columns.length)
    return `it has ${cells.length} columns instead of ${columns.length}.`;
  if (!word.test(id)) return 'the id must be 1 to 100 letters, digits and . _ : -';
  const known = settlementKinds.find((name) => name === kind);
  if (!known) return `the kind must be one of ${settlementKinds.join(', ')}.`;
  if (reference !== '' && !word.test(reference))
    return 'the reference must be empty, or 1 to 100 letters, digits and . _ : -';
  if (!word.test(gatewayId)) return 'the gateway_id must be 1 to 100 letters, digits and . _ : -';
  if (!/^(0|[1-9]\d{0,10})\.\d{2}$/.test(amount) || Number(amount) === 0)
    return 'the amount must be above zero with two decimals, such as 1250.00';
  if (!/^[A-Z]{3}$/.test(currency))
    return 'the currency must be three capital letters, such as PHP';
  const happenedAt = instantOf(at);
  if (!happenedAt)
    return 'at must be an instant with its offset, such as 2026-11-20T14:05:00+08:00';
  if (!manilaDayOf(happenedAt).equals(day)) return `at is not on ${day} in Manila.`;
  const amountCentavos = centavos(BigInt(amount.replace('.', '')));
  return {
    id,
    kind: known,
    reference: reference || null,
    gatewayId,
    amountCentavos,
    currency,
    at: happenedAt,
  };
}

function instantOf(text: string): Temporal.Instant | null {
  try {
    return Temporal.Instant.from(text);
  } catch {
    return null;
  }
}
