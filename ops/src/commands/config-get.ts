import type { Command } from '#/command.ts';

export const configGet: Command = {
  name: 'config get',
  usage: '<setting>',
  about: 'Tells one setting.',
  examples: ['config get smsSwitch'],
  input: ({ words: [name, ...rest] }) => (name && rest.length === 0 ? { name } : null),
  show: ({ setting }: { setting: { name: string; value: unknown; changedAt: string | null; changedBy: string | null } }) => ({
    rows: [
      ['setting', 'value', 'set by', 'at'],
      [setting.name, JSON.stringify(setting.value), setting.changedBy ?? 'default', setting.changedAt],
    ],
  }),
};
