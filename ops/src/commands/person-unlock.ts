import type { Command } from '#/command.ts';

export const personUnlock: Command = {
  name: 'person unlock',
  usage: '<number | userGid | reference> --reason "…"',
  about:
    'Forgets the wrong passwords, codes and ID numbers that were counted for an account, so that its owner may try again now. It opens nothing by itself.',
  examples: ['person unlock "0917 123 4567" --reason "told us the tries are used up, ticket 812"'],
  isChange: true,
  input: ({ words: [person, ...rest] }) => (person && rest.length === 0 ? { person } : null),
  show: ({ lifted }: { lifted: number }) => ({ line: lifted === 0 ? 'Nothing was counted.' : 'They may try again now.' }),
};
