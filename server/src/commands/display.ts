// How responses are displayed. Each command declares its own display, so the command line and the
// desk need no code for individual commands.
import {
  type Cell,
  cellText,
  type Display,
  type Entity,
  entities,
  type Shown,
  type TypedCell,
} from '@sandali/contract/commands.ts';
import { type Instant, zDay, zInstant } from '@sandali/contract/day.ts';
import { centavos, formatPesos } from '@sandali/contract/money.ts';
import * as v from 'valibot';
import { wireDay, wireInstant } from '#/platform/days.ts';

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
    more?: Well<D> & {
      none?: string;
      lines?: (data: D) => readonly string[];
      /** What a request for the next page adds to the input; null on the last page. */
      next?: (data: D) => Readonly<Record<string, unknown>> | null;
    },
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
  table(rowsOf, columns, { none, lines, next, isWell } = {}) {
    const names = Object.keys(columns);
    const show = (data: D): Shown => {
      const rows = rowsOf(data).map((row) => Object.values(columns).map((of) => cellOf(of(row))));
      const isEmpty = rows.length === 0 && none !== undefined;
      const page = next?.(data);
      return {
        ...(!isEmpty && { rows: [names, ...rows] }),
        lines: [...(isEmpty ? [none] : []), ...(lines?.(data) ?? [])],
        ...(page && { next: page }),
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
 * Converts a value into a cell: an instant or a day in wire format becomes a typed cell, lists of
 * texts are joined by semicolons, and objects other than typed cells become JSON.
 */
function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  const [at, day] = [v.safeParse(zInstant, value), v.safeParse(zDay, value)];
  if (at.success) return { as: 'instant', at: at.output };
  if (day.success) return { as: 'day', day: day.output };
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  if (isTypedCell(value)) return value;
  return Array.isArray(value) && value.every((member) => typeof member === 'string')
    ? value.join('; ')
    : JSON.stringify(value);
}

const kinds: ReadonlySet<unknown> = new Set(['money', 'instant', 'day', ...entities]);

function isTypedCell(value: unknown): value is TypedCell {
  return typeof value === 'object' && value !== null && 'as' in value && kinds.has(value.as);
}

/** Returns a cell with an amount in centavos; null for null. */
export const money = (amountCentavos: bigint | number | null): TypedCell | null =>
  amountCentavos === null ? null : { as: 'money', centavos: centavos(amountCentavos) };

/** Returns a cell that identifies something, as in `entity('loan', reference)`; null for null. */
export const entity = (as: Entity, id: string | null): TypedCell | null =>
  id === null ? null : { as, id };

/** Returns a cell with an instant; null for null. */
export const instant = (at: Temporal.Instant | null): TypedCell | null =>
  at && { as: 'instant', at: wireInstant(at) };

/** Returns a cell with a day; null for null. */
export const day = (on: Temporal.PlainDate | null): TypedCell | null =>
  on && { as: 'day', day: wireDay(on) };

/** Formats an instant in Manila time, for a line of text. */
export const inManila = (at: Instant): string => cellText({ as: 'instant', at });

/** Formats an amount in centavos as pesos, with centavos: ₱1,234.50. */
export const inPesos = (amountCentavos: bigint | number) => formatPesos(centavos(amountCentavos));

/** Formats an amount in hundredths of a currency: ₱1,234.50 or 40.00 USD. */
export const inCurrency = (currency: string, amount: bigint | number) =>
  currency === 'PHP' ? inPesos(amount) : `${inPesos(amount).replace('₱', '')} ${currency}`;

/**
 * Returns a cell with an amount in hundredths of a currency: money for pesos and a text for any
 * other currency; null for null.
 */
export const amountIn = (
  currency: string | null,
  amount: bigint | number | null,
): TypedCell | string | null =>
  amount === null || currency === null || currency === 'PHP'
    ? money(amount)
    : inCurrency(currency, amount);

/** Formats hundredths of a percent: 1234 is 12.34%; null is null. */
export const percent = (bps: number | null): string | null =>
  bps === null ? null : `${String(bps).padStart(3, '0').replace(/..$/, '.$&')}%`;
