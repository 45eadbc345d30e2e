// Ops: the settings of kit/settings.ts, listed, read and changed while the product runs.
import * as v from 'valibot';
import { Declined, type StaffCommand, staffCommand, staffRoles } from '#/commands/command.ts';
import type { Read } from '#/db/database.ts';
import type { Around } from '#/kit/setting-rules.ts';
import { checkSetting, defaultSettings, type SettingName, storeSetting, zSettings } from '#/kit/settings.ts';
import { storedSettings } from './store.ts';

const zName = v.pipe(v.string(), v.maxLength(80));
const keptLength = 200;

export const configCommands: StaffCommand[] = [
  staffCommand({
    name: 'config list',
    kind: 'look',
    roles: staffRoles,
    request: v.strictObject({}),
    run: async (_ctx, tx) => ({ data: { settings: await list(tx) } }),
  }),
  staffCommand({
    name: 'config get',
    kind: 'look',
    roles: staffRoles,
    request: v.strictObject({ name: zName }),
    run: async (_ctx, tx, { name }) => {
      const setting = (await list(tx)).find((one) => one.name === name);
      if (!setting) throw new Declined(`There is no setting named ${name}.`);
      return { data: { setting }, subject: name };
    },
  }),
  staffCommand({
    name: 'config set',
    kind: 'change',
    roles: ['finance', 'engineer'],
    request: v.strictObject({ name: zName, text: v.pipe(v.string(), v.maxLength(20_000)) }),
    run: async (ctx, tx, { name, text }) => {
      const value = settingFrom(name, text, { origin: ctx.house.config.origin, current: await ctx.house.settings.all() });
      const before = (await storedSettings(tx)).find((one) => one.name === name)?.value ?? defaultSettings[name as SettingName];
      await storeSetting(tx, name, value, ctx.who, ctx.now);
      return { data: { name, value }, subject: name, detail: { from: short(before), to: short(value) } };
    },
    after: ({ house }) => house.settings.forget(),
  }),
];

type Setting = { name: string; value: unknown; isDefault: boolean; changedAt: string | null; changedBy: string | null };

async function list(read: Read): Promise<Setting[]> {
  const stored = await storedSettings(read);
  return Object.entries(defaultSettings).map(([name, byDefault]) => {
    const row = stored.find((one) => one.name === name);
    const changed = { changedAt: row?.changedAt.toString() ?? null, changedBy: row?.changedBy ?? null };
    return { name, value: row ? row.value : byDefault, isDefault: row === undefined, ...changed };
  });
}

/** The text itself where the setting takes it, else what it says as JSON: true, 5, null, {"en": …}. */
function settingFrom(name: string, text: string, around: Around): unknown {
  if (!Object.hasOwn(zSettings.entries, name)) throw new Declined(`There is no setting named ${name}.`);
  const asText = checkSetting(name, text, around);
  if ('value' in asText) return asText.value;
  const asJson = checkSetting(name, parsed(text), around);
  if ('value' in asJson) return asJson.value;
  throw new Declined(`${name} cannot be ${JSON.stringify(short(text))}: ${asJson.wrong.slice(name.length + 2)}.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function short(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > keptLength ? `${text.slice(0, keptLength)}…` : text;
}
