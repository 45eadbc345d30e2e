import { manilaDay } from '@sandali/contract/day.ts';
import type { Movement } from './events.ts';
import { openLines } from './journal.ts';

/** A line of the settlement report: a movement of money and its Manila day. */
export interface SettlementLine extends Movement {
  on: string;
}

/** The bank's own record of money, against which all other books are reconciled. */
export interface SettlementReport {
  /** Writes the movements that have no line yet. */
  catchUp(movements: readonly Movement[]): void;
  /** Returns up to `limit` lines of a day from index `from`; `next` is null after the last line. */
  page(day: string, from: number, limit: number): { lines: SettlementLine[]; next: number | null };
}

/**
 * Opens the settlement report, which has one line for each movement, in the journal's order. After
 * a crash some lines may be missing, which `catchUp` adds.
 * @throws if its lines differ from the journal's.
 */
export function openSettlementReport(
  file: string,
  movements: readonly Movement[],
  isSynced: boolean,
): SettlementReport {
  const reportFile = openLines(file, isSynced);
  const written: SettlementLine[] = [];
  for (const [index, line] of reportFile.lines.entries()) {
    const expected = movements[index] && lineOf(movements[index]);
    if (!expected || JSON.stringify(expected) !== line)
      throw new Error(`line ${index + 1} of the settlement report is not in the journal`);
    written.push(expected);
  }
  return {
    catchUp(movements) {
      for (const movement of movements.slice(written.length)) {
        const line = lineOf(movement);
        reportFile.append(JSON.stringify(line));
        written.push(line);
      }
    },
    page(day, from, limit) {
      const ofDay = written.filter((line) => line.on === day);
      const end = from + limit;
      return { lines: ofDay.slice(from, end), next: end < ofDay.length ? end : null };
    },
  };
}

function lineOf(movement: Movement): SettlementLine {
  const { id, kind, reference, gatewayId, amountCentavos, currency, at } = movement;
  return {
    id,
    kind,
    reference,
    gatewayId,
    amountCentavos,
    currency,
    at,
    on: manilaDay(Temporal.Instant.from(at).epochMilliseconds),
  };
}
