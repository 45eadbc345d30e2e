import type { Command } from '#/command.ts';

export const overdueCallLog: Command = {
  name: 'overdue call-log',
  usage: '<reference> --outcome reached|promised|noAnswer|wrongNumber|refused|callBack [--to "<number>"] [--note "…"] --reason "…"',
  about:
    'Notes a call about an overdue bill, right after it. From 06:00 to 22:00 Manila, to the borrower’s own number alone, three tries a day and none once they were reached. They may read the note.',
  examples: [
    'overdue call-log 4021938857 --outcome noAnswer --reason "5 days overdue"',
    'overdue call-log 4021938857 --outcome reached --to "0917 123 4567" --note "pays on payday, the 30th" --reason "5 days overdue"',
  ],
  options: ['outcome', 'to', 'note'],
  isChange: true,
  input: ({ words: [reference, ...rest], options: { outcome, to, note } }) => {
    if (!reference || rest.length > 0 || !outcome) return null;
    return { reference, outcome, ...(to === undefined ? {} : { to }), ...(note === undefined ? {} : { note }) };
  },
  show: ({ call }: { call: { reference: string; outcome: string; leftToday: number } }) => ({
    line: `Noted: ${call.outcome}, loan ${call.reference}.`,
  }),
};
