import type { Command } from '#/command.ts';

export const screeningClear: Command = {
  name: 'screening clear',
  usage: '<id> --reason "…"',
  about: 'Says that the list means somebody else. The first reviewer proposes it, and another one clears the hold with the same command.',
  examples: ['screening clear 019a9f00-0000-7000-8000-000000000001 --reason "another birthplace and another face"'],
  isChange: true,
  input: ({ words: [hold, ...rest] }) => (hold && rest.length === 0 ? { hold } : null),
  show: ({ hold }: { hold: { outcome: string } }) => ({
    line: hold.outcome === 'proposed' ? 'proposed; another person clears it' : 'cleared: new loans are free again',
  }),
};
