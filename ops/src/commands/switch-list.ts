import type { Command } from '#/command.ts';

type Switch = { name: string; isOn: boolean; stops: string };

export const switchList: Command = {
  name: 'switch list',
  usage: '',
  about: 'Lists the kill switches, and what stands still while each is off.',
  examples: ['switch list'],
  input: ({ words }) => (words.length === 0 ? {} : null),
  show: ({ switches }: { switches: Switch[] }) => ({
    rows: [['switch', 'is', 'while it is off'], ...switches.map((one) => [one.name, one.isOn ? 'on' : 'off', one.stops])],
    isWell: switches.every((one) => one.isOn),
  }),
};
