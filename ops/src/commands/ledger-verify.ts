import type { Command } from '#/command.ts';

type Verdict = {
  days: number;
  entries: number;
  unsealedEntries: number;
  head: { day: string; hash: string } | null;
  broken: { day: string; why: string; entries: { entryId: string; what: string }[] } | null;
};

const kept = /^(\d{4}-\d{2}-\d{2}):([0-9a-f]{64})$/;

export const ledgerVerify: Command = {
  name: 'ledger verify',
  usage: '[--head <day>:<hash>]',
  about:
    'Computes every sealed day of the books anew and names the first that does not hold, with its entries. Ends with exit code 1 then.',
  examples: ['ledger verify', `ledger verify --head 2026-11-20:${'7f3a'.repeat(16)}`],
  options: ['head'],
  timeoutMs: 280_000,
  input: ({ words, options: { head } }) => {
    if (words.length > 0) return null;
    if (head === undefined) return {};
    const [, day, hash] = kept.exec(head) ?? [];
    return day && hash ? { known: { day, hash } } : null;
  },
  show: ({ days, entries, unsealedEntries, head, broken }: Verdict) => {
    if (broken) {
      const line = `The books do not hold. ${broken.day}: ${broken.why}. ${days} days before it hold.`;
      const rows = [['entry', 'was'], ...broken.entries.map((one) => [one.entryId, one.what])];
      return { line, isWell: false, ...(broken.entries.length > 0 ? { rows } : {}) };
    }
    const held = `The books hold: ${entries} entries in ${days} sealed days; ${unsealedEntries} newer entries are not sealed yet.`;
    return { lines: [held, ...(head ? [`Keep this elsewhere: ${head.day}:${head.hash}`] : [])] };
  },
};
