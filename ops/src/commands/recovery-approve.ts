import type { Command } from '#/command.ts';

export const recoveryApprove: Command = {
  name: 'recovery approve',
  usage: '<id> --reason "…"',
  about:
    'Says that all four pictures show one person. The first proposes, and another one approves with the same command; 72 hours later the account has the new number, unless its owner stops it.',
  examples: ['recovery approve 019a9f00-0000-7000-8000-000000000001 --reason "same face, same card; phoned the new number"'],
  isChange: true,
  input: ({ words: [recovery, ...rest] }) => (recovery && rest.length === 0 ? { recovery } : null),
  show: ({ outcome, effectiveFrom }: { outcome: string; effectiveFrom?: string }) => ({
    line:
      outcome === 'proposed'
        ? 'proposed; another person approves it'
        : `approved; the number changes at ${effectiveFrom}. Both numbers were told.`,
  }),
};
