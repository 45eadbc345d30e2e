import type { Command } from '#/command.ts';

const outcomes: Readonly<Record<string, string>> = { paid: 'paid', failed: 'failed', returned: 'returned', 'written-off': 'writtenOff' };

export const payoutResolve: Command = {
  name: 'payout resolve',
  usage: '<id> paid|failed|returned|written-off [--at <instant>] --reason "…"',
  about:
    'Settles a payout that its gateway leaves open, or of which it contradicts itself. One person proposes, and another confirms with the same command. --at says when it was paid, as the statement has it. Money that went out after its payout had ended is returned, or written-off where it will not come back.',
  examples: [
    'payout resolve 019a9f00-0000-7000-8000-000000000001 failed --reason "letter of the bank, ticket 812"',
    'payout resolve 019a9f00-0000-7000-8000-000000000001 paid --at 2026-11-20T14:05:00+08:00 --reason "line 41 of the statement"',
    'payout resolve 019a9f00-0000-7000-8000-000000000001 returned --reason "credit advice of 22 November"',
    'payout resolve 019a9f00-0000-7000-8000-000000000001 written-off --reason "the receiver cannot be found, memo 31"',
  ],
  options: ['at'],
  isChange: true,
  input: ({ words: [id, named, ...rest], options: { at } }) => {
    const outcome = outcomes[named ?? ''];
    if (!id || !outcome || rest.length > 0) return null;
    return at === undefined ? { id, outcome } : { id, outcome, paidAt: at };
  },
  show: ({ payout }: { payout: { outcome: string; as: string } }) => ({
    line: payout.outcome === 'proposed' ? `${payout.as} is proposed; another person confirms it` : `the payout is settled as ${payout.as}`,
  }),
};
