import { centavos, formatPesos } from '@sandali/contract/money.ts';
import type { Command } from '#/command.ts';

export type ReconciledDay = {
  day: string;
  lines: number | null;
  source: string | null;
  bankCentavos: number;
  booksCentavos: number;
  explainedCentavos: number;
  unexplainedCentavos: number;
  openBreaks: number;
};

const pesos = (amount: number) => formatPesos(centavos(amount));
const isDay = (text: string | undefined) => text === undefined || /^\d{4}-\d{2}-\d{2}$/.test(text);

/** A day's two sides, and what breaks explain of their difference. */
export function shownDay({ day, lines, source, openBreaks, ...sums }: ReconciledDay) {
  const { bankCentavos, booksCentavos, explainedCentavos, unexplainedCentavos } = sums;
  return {
    rows: [
      ['float on', 'by the statement', 'by the books', 'explained by breaks', 'unexplained', 'open breaks'],
      [day, pesos(bankCentavos), pesos(booksCentavos), pesos(explainedCentavos), pesos(unexplainedCentavos), openBreaks],
    ],
    line: lines === null ? `The statement of ${day} is not read yet.` : `${lines} lines, read from the ${source}.`,
    isWell: lines !== null && unexplainedCentavos === 0 && openBreaks === 0,
  };
}

export const reconcileDay: Command = {
  name: 'reconcile day',
  usage: '[<day>] [--gateway <name>]',
  about:
    "Reads the gateway's statement of a day (yesterday unless told) and compares every line with the books. Ends with exit code 1 while a break is open.",
  examples: ['reconcile day', 'reconcile day 2026-11-20', 'reconcile day 2026-11-20 --gateway xendit_old'],
  options: ['gateway'],
  timeoutMs: 120_000,
  input: ({ words: [day, ...rest], options: { gateway } }) =>
    rest.length > 0 || !isDay(day) ? null : { ...(day && { day }), ...(gateway && { gateway }) },
  show: ({ isRead, ...day }: ReconciledDay & { isRead: boolean }) => {
    const shown = shownDay(day);
    return isRead ? shown : { ...shown, line: 'The gateway did not tell its statement; see the log.', isWell: false };
  },
};
