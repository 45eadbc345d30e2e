import type { Command } from '#/command.ts';

export const switchOff: Command = {
  name: 'switch off',
  usage: '<switch> --reason "…"',
  about: 'Stops payouts, applications, SMS or one gateway, on every server within five seconds.',
  examples: [
    'switch off payouts --reason "the statement does not match, ticket 812"',
    'switch off bank.sandbox --reason "the gateway is down"',
  ],
  isChange: true,
  input: ({ words: [name, ...rest] }) => (name && rest.length === 0 ? { name } : null),
  show: ({ switch: { name, isOn, stops } }: { switch: { name: string; isOn: boolean; stops: string } }) => ({
    line: isOn ? `${name} is on` : `${name} is off: ${stops}`,
  }),
};
