import type { Command } from '#/command.ts';

type Session = { session: string; device: string; openedAt: string; lastSeenAt: string; endedAt: string | null; isOpen: boolean };

export const sessionsList: Command = {
  name: 'sessions list',
  usage: '<number | userGid | reference> --reason "…"',
  about: 'Lists the last 50 sessions of a person, open and ended, newest first.',
  examples: [
    'sessions list "0917 123 4567" --reason "asks who is logged in, ticket 812"',
    'sessions list 4021938857 --reason "ticket 812"',
  ],
  isAboutPerson: true,
  input: ({ words: [person, ...rest] }) => (person && rest.length === 0 ? { person } : null),
  show: ({ sessions }: { sessions: Session[] }) => ({
    rows: [
      ['session', 'device', 'opened', 'last seen', 'state'],
      ...sessions.map((one) => [
        one.session,
        one.device,
        one.openedAt,
        one.lastSeenAt,
        one.isOpen ? 'open' : one.endedAt ? `ended ${one.endedAt}` : 'over',
      ]),
    ],
  }),
};
