import type { Command } from '#/command.ts';
import { textOf } from '#/text-of.ts';

type Imported = {
  gateway: string;
  version: number;
  dated: string;
  added: string[];
  changed: string[];
  gone: string[];
  unchanged: number;
  notOffered: string[];
  notTaken: string[];
};

export const bankImport: Command = {
  name: 'bank import',
  usage: '<file> --gateway <name> --dated <day> --reason "…"',
  about:
    'Puts a gateway’s own list of banks and wallets (JSON or CSV) in the place of the one before: only what it names can be paid, by its codes as they stand there.',
  examples: ['bank import server/src/data/bank-list-sample.csv --gateway sandbox --dated 2026-11-20 --reason "trying it in the sandbox"'],
  options: ['gateway', 'dated'],
  isChange: true,
  input: ({ words: [file, ...rest], options: { gateway, dated } }) =>
    file && rest.length === 0 && gateway && dated ? { gateway, dated, text: textOf(file) } : null,
  show: ({ gateway, version, dated, added, changed, gone, unchanged, notOffered, notTaken }: Imported) => ({
    lines: [
      `Version ${version} of the banks of ${gateway}, as of ${dated}, is in force.`,
      `Added: ${named(added)}`,
      `Changed: ${named(changed)}`,
      `Gone, and not payable now: ${named(gone)}`,
      `Unchanged: ${unchanged}`,
      `On the list, and not offered by us: ${named(notOffered)}`,
      `On the list by codes that are not taken, and not payable: ${named(notTaken)}`,
    ],
  }),
};

const named = (names: readonly string[]) => (names.length === 0 ? 'none' : names.join(', '));
