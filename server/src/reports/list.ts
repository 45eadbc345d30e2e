// The rows behind the figures of the business report, a page at a time.
import { entity, money } from '#/commands/display.ts';
import { pageLength } from '#/commands/page.ts';
import type { Read } from '#/db/database.ts';
import { wireDay, wireInstant } from '#/platform/days.ts';
import { applicationRows, type Listed, moneyRows } from './list.store.ts';
import { moneyMeasures, type Period } from './rules.ts';

const applicationFigures = ['applied', 'approved', 'rejected'] as const;
type ApplicationFigure = (typeof applicationFigures)[number];
export const listedFigures = [
  ...applicationFigures,
  ...new Set(moneyMeasures.map(({ measure }) => measure)),
];

const isOfApplications = (figure: string): figure is ApplicationFigure =>
  applicationFigures.some((name) => name === figure);

/** Returns a page of rows behind a figure. `after` is the id of the previous page's last row. */
export async function listBehind(
  read: Read,
  of: Period & { figure: string; after: string | null },
) {
  const { figure } = of;
  const rows = isOfApplications(figure)
    ? await applicationRows(read, { ...of, figure, limit: pageLength + 1 })
    : await moneyRows(read, { ...of, limit: pageLength + 1 });
  const ids = [...new Set(rows.map((row) => row.id))];
  const last = ids.length > pageLength ? ids[pageLength - 1] : undefined;
  const page = last ? rows.filter((row) => row.id !== ids[pageLength]) : rows;
  return { figure, rows: page.map(wire), next: last ?? null };
}

const wire = ({ id, on, at, application, loan, what, amountCentavos }: Listed) => ({
  id,
  on: wireDay(on),
  at: wireInstant(at),
  application,
  loan,
  what,
  amountCentavos: amountCentavos === null ? null : Number(amountCentavos),
});
type Row = ReturnType<typeof wire>;

export const listColumns = {
  day: (row: Row) => row.on,
  at: (row: Row) => row.at,
  loan: (row: Row) => entity('loan', row.loan),
  application: (row: Row) => entity('application', row.application),
  what: (row: Row) => row.what,
  amount: (row: Row) => money(row.amountCentavos),
};
