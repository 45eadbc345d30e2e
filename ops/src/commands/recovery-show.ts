import type { Command } from '#/command.ts';

type Shown = {
  recovery: string;
  person: string;
  state: string;
  askedAt: string;
  answerBy: string;
  name: string | null;
  idNumber: string | null;
  phone: string | null;
  newPhone: string | null;
  numbersBefore: number;
  openSessions: number;
  lastSeenAt: string | null;
  earlier: string[];
};

export const recoveryShow: Command = {
  name: 'recovery show',
  usage: '<id> [--reveal] --reason "…"',
  about:
    'Shows who asks for which account: its name, numbers and ID number, when somebody was last in it, and what was asked for before. Masked, unless --reveal.',
  examples: ['recovery show 019a9f00-0000-7000-8000-000000000001 --reason "compares the pictures"'],
  isAboutPerson: true,
  canReveal: true,
  input: ({ words: [recovery, ...rest] }) => (recovery && rest.length === 0 ? { recovery } : null),
  show: ({ recovery: one }: { recovery: Shown }) => ({
    rows: [
      ['what', 'is'],
      ['recovery', one.recovery],
      ['person', one.person],
      ['state', one.state],
      ['asked', one.askedAt],
      ['answer by', one.answerBy],
      ['name', one.name],
      ['ID number', one.idNumber],
      ['number', one.phone],
      ['new number', one.newPhone],
      ['numbers before', one.numbersBefore],
      ['open sessions', one.openSessions],
      ['last seen', one.lastSeenAt],
      ...one.earlier.map((text) => ['earlier', text]),
    ],
  }),
};
