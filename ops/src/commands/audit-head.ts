import type { Command } from '#/command.ts';

type Head = { number: number; hash: string; toId: number; sealedAt: string };

export const auditHead: Command = {
  name: 'audit head',
  usage: '',
  about: 'Tells the last batch of the trail and its hash. Keep it away from this machine each day: audit verify --head checks against it.',
  examples: ['audit head', 'audit head --json'],
  input: ({ words }) => (words.length === 0 ? {} : null),
  show: ({ head }: { head: Head | null }) => ({
    line: head ? `${head.number}:${head.hash} ${head.sealedAt}` : 'No batch has been sealed yet.',
  }),
};
