import type { Command } from '#/command.ts';

type Rail = { code: string; most: string | null } | null;
type Listed = {
  gateway: string;
  list: { version: number; dated: string; importedAt: string } | null;
  banks: { id: string; name: string; instapay: Rail; pesonet: Rail }[];
};

export const bankList: Command = {
  name: 'bank list',
  usage: '',
  about: 'Lists the banks and wallets that we offer, with the codes by which the gateway pays them.',
  examples: ['bank list'],
  input: ({ words }) => (words.length === 0 ? {} : null),
  show: ({ gateway, list, banks }: Listed) => ({
    rows: [
      ['id', 'name', 'InstaPay', 'at most', 'PESONet', 'at most'],
      ...banks.map(({ id, name, instapay, pesonet }) => [id, name, ...cellsOf(instapay), ...cellsOf(pesonet)]),
    ],
    line: list
      ? `Version ${list.version} of ${gateway}, as of ${list.dated}, imported ${list.importedAt}.`
      : `No list of ${gateway} was imported; these are the confirmed codes of this release.`,
  }),
};

function cellsOf(rail: Rail): [string | null, string | null] {
  return [rail?.code ?? null, rail?.most ?? null];
}
