import type { Command } from '#/command.ts';

type Head = { number: number; hash: string; toId: number; sealedAt: string };

export const auditHead: Command = {
  name: 'audit head',
  usage: '',
  about:
    'Tells the last batch of the trail and its hash. Keep it away from this machine each day: audit verify --head checks against it. Ends with exit code 1 where a batch was found not to hold.',
  examples: ['audit head', 'audit head --json'],
  input: ({ words }) => (words.length === 0 ? {} : null),
  show: ({
    head,
    broken,
    brokenBefore,
  }: {
    head: Head | null;
    broken: { batch: number; why: string } | null;
    brokenBefore: number | null;
  }) => {
    if (broken) return { line: `The trail does not hold. Batch ${broken.batch}: ${broken.why}. Run audit verify.`, isWell: false };
    if (brokenBefore !== null) return { line: `The trail did not hold in batch ${brokenBefore}. Run audit verify.`, isWell: false };
    return { line: head ? `${head.number}:${head.hash} ${head.sealedAt}` : 'No batch has been sealed yet.' };
  },
};
