import type { Command } from '#/command.ts';

export const configSet: Command = {
  name: 'config set',
  usage: '<setting> <value> --reason "…"',
  about: 'Changes a setting on every server within five seconds. Values that are no text are written as JSON: true, 5, null, {"en":{}}.',
  examples: [
    'config set announcement "We are closed on 25 December." --reason "holiday"',
    'config set smsSwitch false --reason "SMS gateway down, ticket 812"',
    'config set dailyBudgetCentavos 500000000 --reason "month end"',
  ],
  isChange: true,
  input: ({ words: [name, text, ...rest] }) => (name && text !== undefined && rest.length === 0 ? { name, text } : null),
  show: ({ name, value }: { name: string; value: unknown }) => ({ line: `${name} is now ${JSON.stringify(value)}` }),
};
