import type { Command } from '#/command.ts';

type List = { list: string; version: number | null; source?: string; date?: string; lines?: number; ageDays?: number; importedAt?: string };

export const screeningList: Command = {
  name: 'screening list',
  usage: '',
  about: 'Lists what applications are screened against. Ends with exit code 1 where a list is needed and missing.',
  examples: ['screening list'],
  input: ({ words }) => (words.length === 0 ? {} : null),
  show: ({ lists, isNeeded }: { lists: List[]; isNeeded: boolean }) => {
    const isMissing = isNeeded && lists.some((one) => one.list === 'sanctions' && one.version === null);
    return {
      rows: [
        ['list', 'version', 'source', 'date', 'days old', 'lines', 'imported'],
        ...lists.map((one) => [
          one.list,
          one.version,
          one.source ?? null,
          one.date ?? null,
          one.ageDays ?? null,
          one.lines ?? null,
          one.importedAt ?? null,
        ]),
      ],
      line: isMissing ? 'There is no sanctions list: every application waits for a person.' : '',
      isWell: !isMissing,
    };
  },
};
