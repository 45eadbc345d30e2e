import type { Command } from '#/command.ts';

type Verdict = {
  batches: number;
  rows: number;
  unsealedRows: number;
  broken: { batch: number; why: string } | null;
  isHeldUp: boolean;
  strangeKeys: string[];
};

const kept = /^([1-9]\d{0,14}):([0-9a-f]{64})$/;

export const auditVerify: Command = {
  name: 'audit verify',
  usage: '[--head <batch>:<hash>]',
  about:
    'Computes every batch of the trail anew and names the first that does not hold, and keys of staff that it knows nothing of. Ends with exit code 1 where there is one.',
  examples: ['audit verify', `audit verify --head 1440:${'7f3a'.repeat(16)}`],
  options: ['head'],
  timeoutMs: 280_000,
  input: ({ words, options: { head } }) => {
    if (words.length > 0) return null;
    if (head === undefined) return {};
    const [, number, hash] = kept.exec(head) ?? [];
    return number && hash ? { known: { number: Number(number), hash } } : null;
  },
  show: ({ batches, rows, unsealedRows, broken, isHeldUp, strangeKeys }: Verdict) => {
    if (broken)
      return { line: `The trail does not hold. Batch ${broken.batch}: ${broken.why}. ${batches} batches before it hold.`, isWell: false };
    if (strangeKeys.length > 0)
      return { line: `Nobody added these keys of staff: ${strangeKeys.join(', ')}. End them, and find out how they came.`, isWell: false };
    const held = `The trail holds: ${rows} rows in ${batches} batches; ${unsealedRows} newer rows are not sealed yet.`;
    return isHeldUp
      ? { line: `${held} A transaction has held up the next batch for more than five minutes.`, isWell: false }
      : { line: held };
  },
};
