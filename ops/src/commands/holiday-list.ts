import type { Command } from '#/command.ts';

type Holiday = { on: string; kind: string; name: string; source: string; addedBy: string | null };

export const holidayList: Command = {
  name: 'holiday list',
  usage: '[<year>]',
  about: 'Lists the days that are no working days besides Saturday and Sunday, of this year unless told.',
  examples: ['holiday list', 'holiday list 2027'],
  input: ({ words: [year, ...rest] }) => {
    if (rest.length > 0 || (year !== undefined && !/^20\d\d$/.test(year))) return null;
    return year ? { year: Number(year) } : {};
  },
  show: ({ year, holidays }: { year: string; holidays: Holiday[] }) => ({
    rows: [['day', 'kind', 'name', 'by', 'added by'], ...holidays.map((one) => [one.on, one.kind, one.name, one.source, one.addedBy])],
    line: holidays.length === 0 ? `No holiday of ${year} is known yet.` : '',
  }),
};
