// How the answer of a command is shown, said beside the command, so that a command line or a
// console needs to know of none.
import type { Cell, Display, Shown } from '@sandali/contract/commands.ts';

/** `declared` is served with the command, `show` makes of an answer what is seen of it. */
export type Shows<D> = { declared: Display; show(data: D): Shown };

type Well<D> = { isWell?: (data: D) => boolean };
type Field = readonly [name: string, value: unknown];

type RowsShown = Omit<Shown, 'rows'> & {
  columns?: readonly string[];
  rows?: readonly (readonly unknown[])[];
};

/** The ways to show an answer of type D. */
export type Displays<D> = {
  /**
   * Rows with named columns; `none` is shown if there are no rows. `lines` are shown below them.
   */
  table<R>(
    rowsOf: (data: D) => readonly R[],
    columns: Readonly<Record<string, (row: R) => unknown>>,
    more?: Well<D> & { none?: string; lines?: (data: D) => readonly string[] },
  ): Shows<D>;
  /** One thing, a field a row: an object, or rows of a name and a value. */
  record(
    of: (data: D) => object | readonly Field[],
    more?: { lines?: (data: D) => readonly string[] },
  ): Shows<D>;
  /** Sentences. */
  lines(of: (data: D) => string | readonly string[], more?: Well<D>): Shows<D>;
  /** A picture (`jpeg`, base64) or a PDF (`pdf`), lent under a name. */
  picture(nameOf: (data: D) => string): Shows<D>;
  /** What a command streams, written to a file that its caller names. */
  file(): Shows<D>;
  /** Rows of named columns that are not all of one kind; an answer may have different columns. */
  rows(columns: readonly string[], of: (data: D) => RowsShown): Shows<D>;
};

/** All ways, whatever the answer is. */
// biome-ignore lint/suspicious/noExplicitAny: each command's own type comes with Ways<D>
export const displays: Displays<any> = {
  table(rowsOf, columns, { none, lines, isWell } = {}) {
    const names = Object.keys(columns);
    const show = (data: unknown): Shown => {
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
      const one = of(data);
      const fields: readonly Field[] = Array.isArray(one) ? one : Object.entries(one);
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
};

/** A value as one cell: a list with semicolons between, an object as JSON. */
function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
    ? value.join('; ')
    : JSON.stringify(value);
}
