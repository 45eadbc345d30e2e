// Plain tables for a terminal. External text may contain escape sequences that move the cursor or
// fake output, so the tables show unprintable characters as codes.
import { type Cell, cellText } from '@sandali/contract/commands.ts';

/**
 * Returns a value as text in which control, format and line-separator characters are written as
 * \u{…}.
 */
export function plain(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu,
    (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`,
  );
}

/** Returns JSON on one line, with control, format and line-separator characters escaped. */
export function plainJson(value: unknown): string {
  const escaped = (sign: string) =>
    sign.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return JSON.stringify(value).replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu, escaped);
}

const isAmount = (cell: Cell) =>
  typeof cell === 'number' || (typeof cell === 'object' && cell?.as === 'money');

/**
 * Formats rows as a table. Columns are as wide as their widest cell; numbers and amounts are
 * right-aligned.
 */
export function table(rows: readonly (readonly Cell[])[]): string {
  const cells = rows.map((row) => row.map((cell) => plain(cellText(cell))));
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  const isNumber = widths.map(
    (_, column) => rows.length > 1 && rows.slice(1).every((row) => isAmount(row[column] ?? null)),
  );
  const line = (row: string[]) =>
    row
      .map((cell, column) =>
        isNumber[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return cells.map(line).join('\n');
}
