import type { Command } from '#/command.ts';

type Setting = { name: string; value: unknown; isDefault: boolean; changedBy: string | null };

export const configList: Command = {
  name: 'config list',
  usage: '',
  about: 'Lists every setting with its value.',
  examples: ['config list', 'config list --json'],
  input: ({ words }) => (words.length === 0 ? {} : null),
  show: ({ settings }: { settings: Setting[] }) => ({
    rows: [['setting', 'value', 'set by'], ...settings.map((one) => [one.name, JSON.stringify(one.value), one.changedBy ?? 'default'])],
  }),
};
