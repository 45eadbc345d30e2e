import type { Command } from '#/command.ts';

export const switchOn: Command = {
  name: 'switch on',
  usage: '<switch> --reason "…"',
  about: 'Lets go on what a switch has stopped, on every server within five seconds.',
  examples: [
    'switch on payouts --reason "the statement was reconciled, ticket 812"',
    'switch on bank.sandbox --reason "the gateway is back"',
  ],
  isChange: true,
  input: ({ words: [name, ...rest] }) => (name && rest.length === 0 ? { name } : null),
  show: ({ switch: { name, isOn, stops } }: { switch: { name: string; isOn: boolean; stops: string } }) => ({
    line: isOn ? `${name} is on` : `${name} is off: ${stops}`,
  }),
};
