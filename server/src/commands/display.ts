// How responses are displayed. Each command declares its own display, so the command line and the
// desk need no code for individual commands.
import {
  type Cell,
  type Display,
  type Entity,
  entities,
  type Shown,
  type TypedCell,
} from '@sandali/contract/commands.ts';
import type { Day, Instant } from '@sandali/contract/day.ts';
import { centavos, formatPesos } from '@sandali/contract/money.ts';

/** `declared` is published with the command; `show` turns a response into its display. */
export type Shows<D> = { declared: Display; show(data: D): Shown };

type Well<D> = { isWell?: (data: D) => boolean };
type Field = readonly [name: string, value: unknown];

type RowsShown = Omit<Shown, 'rows'> & {
  columns?: readonly string[];
  rows?: readonly (readonly unknown[])[];
};

/** The ways to display a response of type D. */
export type Displays<D> = {
  /**
   * Rows with named columns, and `lines` below them. Shows `none` if there are no rows.
   */
  table<R>(
    rowsOf: (data: D) => readonly R[],
    columns: Readonly<Record<string, (row: R) => unknown>>,
    more?: Well<D> & { none?: string; lines?: (data: D) => readonly string[] },
  ): Shows<D>;
  /** One record with a field per row, from an object or from pairs of name and value. */
  record(
    of: (data: D) => object | readonly Field[],
    more?: { lines?: (data: D) => readonly string[] },
  ): Shows<D>;
  lines(of: (data: D) => string | readonly string[], more?: Well<D>): Shows<D>;
  /** A picture (`jpeg`, base64) or a PDF (`pdf`), shown temporarily under a file name. */
  picture(nameOf: (data: D) => string): Shows<D>;
  /** A stream, written to a file that the caller names. */
  file(): Shows<D>;
  /** Rows of different kinds. A response may replace the columns. */
  rows(columns: readonly string[], of: (data: D) => RowsShown): Shows<D>;
};

/** Returns all displays, for responses of type D. */
export const displaysOf = <D>(): Displays<D> => ({
  table(rowsOf, columns, { none, lines, isWell } = {}) {
    const names = Object.keys(columns);
    const show = (data: D): Shown => {
      const rows = rowsOf(data).map((row) => Object.values(columns).map((of) => cellOf(of(row))));
      const isEmpty = rows.length === 0 && none !== undefined;
      return {
        ...(!isEmpty && { rows: [names, ...rows] }),
        lines: [...(isEmpty ? [none] : []), ...(lines?.(data) ?? [])],
        isWell: isWell?.(data) ?? true,
      };
    };
    return { declared: { as: 'table', columns: names }, show };
  },
  record: (of, { lines } = {}) => ({
    declared: { as: 'record' },
    show: (data) => {
      const record = of(data);
      const fields: readonly Field[] = Array.isArray(record) ? record : Object.entries(record);
      return {
        rows: [['what', 'is'], ...fields.map(([name, value]) => [name, cellOf(value)])],
        lines: lines?.(data) ?? [],
      };
    },
  }),
  lines: (of, { isWell } = {}) => ({
    declared: { as: 'lines' },
    show: (data) => ({ lines: [of(data)].flat(), isWell: isWell?.(data) ?? true }),
  }),
  picture: (nameOf) => ({
    declared: { as: 'picture' },
    show: (data) => ({ fileName: nameOf(data) }),
  }),
  file: () => ({ declared: { as: 'file' }, show: () => ({}) }),
  rows: (usual, of) => ({
    declared: { as: 'table', columns: usual },
    show: (data) => {
      const { rows, columns = usual, ...rest } = of(data);
      return { ...rest, ...(rows && { rows: [columns, ...rows.map((row) => row.map(cellOf))] }) };
    },
  }),
});

/**
 * Converts a value into a cell: lists of texts are joined by semicolons, and objects other than
 * typed cells become JSON.
 */
function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  if (isTypedCell(value)) return value;
  return Array.isArray(value) && value.every((member) => typeof member === 'string')
    ? value.join('; ')
    : JSON.stringify(value);
}

const kinds: ReadonlySet<unknown> = new Set(['money', 'instant', 'day', 'state', ...entities]);

function isTypedCell(value: unknown): value is TypedCell {
  return typeof value === 'object' && value !== null && 'as' in value && kinds.has(value.as);
}

/** Returns a cell with an amount in centavos; null for null, as the following functions do. */
export const money = (amountCentavos: bigint | number | null): TypedCell | null =>
  amountCentavos === null ? null : { as: 'money', centavos: centavos(amountCentavos) };

/** Returns a cell with an instant, shown in Manila time. */
export const instant = (at: Instant | null): TypedCell | null =>
  at === null ? null : { as: 'instant', at };

/** Returns a cell with a day. */
export const onDay = (day: Day | null): TypedCell | null =>
  day === null ? null : { as: 'day', day };

/** Returns a cell with a word from a fixed list. */
export const state = (word: string | null): TypedCell | null =>
  word === null ? null : { as: 'state', word };

/** Returns a cell that names something: `entity('loan', reference)`. */
export const entity = (as: Entity, id: string | null): TypedCell | null =>
  id === null ? null : { as, id };

/** Formats an amount in centavos as pesos, with centavos: ₱1,234.50. */
export const inPesos = (amountCentavos: bigint | number) => formatPesos(centavos(amountCentavos));
