import type { Command } from '#/command.ts';

type Version = { version: number; source: string; date: string; lines: number; fileHash: string; importedAt: string; importedBy: string };

export const screeningShow: Command = {
  name: 'screening show',
  usage: 'blocklist|sanctions',
  about: 'Shows every version of a list that there was, the newest first, with the SHA-256 of its file.',
  examples: ['screening show sanctions'],
  input: ({ words: [list, ...rest] }) => ((list === 'blocklist' || list === 'sanctions') && rest.length === 0 ? { list } : null),
  show: ({ versions }: { versions: Version[] }) =>
    versions.length === 0
      ? { line: 'None was ever imported.' }
      : {
          rows: [
            ['version', 'source', 'date', 'lines', 'imported', 'by', 'SHA-256'],
            ...versions.map((one) => [one.version, one.source, one.date, one.lines, one.importedAt, one.importedBy, one.fileHash]),
          ],
        },
};
