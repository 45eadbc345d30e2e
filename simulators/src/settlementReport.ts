import { manilaDay } from '@sandali/contract/day.ts';
import type { Movement } from './events.ts';
import { openLines } from './journal.ts';

/** One line of the settlement report: a movement of money and the Manila day it belongs to. */
export interface SettlementLine extends Movement {
  on: string;
}

/** The bank's own account of money, to compare every other book with. */
export interface SettlementReport {
  /** Writes the movements that have no line yet. */
  catchUp(movements: readonly Movement[]): void;
  /**
   * The lines of a day from the `from`-th on, at most `limit`, and the next `from`, or null at the
   * end.
   */
  page(day: string, from: number, limit: number): { lines: SettlementLine[]; next: number | null };
}

/**
 * Opens the settlement report file: a line a movement, in the journal's order. A crash between
 * journal and settlement report leaves it behind; `catchUp` closes the gap. Throws when the file
 * holds anything else than the first of these movements.
 */
export function openSettlementReport(
  file: string,
  movements: readonly Movement[],
  isSynced: boolean,
): SettlementReport {
  const lines = openLines(file, isSynced);
  const written: SettlementLine[] = [];
  for (const [index, found] of lines.found.entries()) {
    const expected = movements[index] && lineOf(movements[index]);
    if (!expected || JSON.stringify(expected) !== found)
      throw new Error(`line ${index + 1} of the settlement report is not in the journal`);
    written.push(expected);
  }
  return {
    catchUp(all) {
      for (const movement of all.slice(written.length)) {
        const line = lineOf(movement);
        lines.append(JSON.stringify(line));
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
