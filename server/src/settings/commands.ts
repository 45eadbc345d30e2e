// Staff commands on the settings of context/settings.ts and on the switches of context/switches.ts.

import * as v from 'valibot';
import { text, word } from '#/commands/arguments.ts';
import { command, type StaffCommand, type StaffCtx, staffRoles } from '#/commands/command.ts';
import { type Around, checkSetting } from '#/context/setting-rules.ts';
import { defaultSettings, type SettingName, type SettingValues, storeSetting, zSettings } from '#/context/settings.ts';
import { type Switch, switchesOf } from '#/context/switches.ts';
import type { Read, Tx } from '#/db/database.ts';
import { Declined } from '#/platform/refuse.ts';
import { lockSwitches, storedSettings } from './store.ts';

const settingName = word(text(v.pipe(v.string(), v.maxLength(80))), 'the setting, as config list shows it', 'setting');
const keptLength = 200;

const configCommands: StaffCommand[] = [
  command({
    name: 'config list',
    about: 'Lists every setting with its value.',
    examples: ['config list', 'config list --json'],
    kind: 'look',
    roles: staffRoles,
    run: async ({ app }, tx) => ({ data: { settings: await list(app, tx) } }),
    shows: ({ table }) =>
      table((data) => data.settings, {
        setting: (one) => one.name,
        value: (one) => JSON.stringify(one.value),
        'set by': (one) => one.changedBy ?? 'default',
      }),
  }),
  command({
    name: 'config get',
    about: 'Shows one setting.',
    examples: ['config get smsSwitch'],
    kind: 'look',
    roles: staffRoles,
    arguments: { name: settingName },
    run: async ({ app }, tx, { name }) => {
      const setting = (await list(app, tx)).find((one) => one.name === name);
      if (!setting) throw new Declined(`There is no setting named ${name}.`);
      return { data: { setting }, subject: name };
    },
    shows: ({ table }) =>
      table((data) => [data.setting], {
        setting: (one) => one.name,
        value: (one) => JSON.stringify(one.value),
        'set by': (one) => one.changedBy ?? 'default',
        at: (one) => one.changedAt,
      }),
  }),
  command({
    name: 'config set',
    about: 'Changes a setting on every server within five seconds.',
    examples: [
      'config set announcement "We are closed on 25 December." --reason "holiday"',
      'config set smsSwitch false --reason "SMS gateway down, ticket 812"',
      'config set dailyBudgetCentavos 500000000 --reason "month end"',
    ],
    kind: 'change',
    seenFirst: { notNeeded: 'it is about no person, and no money that moved' },
    roles: ['finance', 'engineer'],
    arguments: {
      name: settingName,
      text: word(
        text(v.pipe(v.string(), v.maxLength(20_000))),
        'what it is to be; what is no text as JSON: true, 5, null, {"en":{}}',
        'value',
      ),
    },
    run: async (ctx, tx, { name, text }) => {
      const value = settingFrom(name, text, {
        origin: ctx.app.config.origin,
        isSandbox: ctx.app.config.isSandbox,
        current: await ctx.app.settings.all(),
      });
      const before = (await storedSettings(tx)).find((one) => one.name === name)?.value ?? defaultsOf(ctx.app)[name as SettingName];
      await storeSetting(tx, name, value, ctx.who, ctx.now);
      return { data: { name, value }, subject: name, detail: { from: short(before), to: short(value) } };
    },
    after: ({ app }) => app.settings.forget(),
    shows: ({ lines }) => lines(({ name, value }) => `${name} is now ${JSON.stringify(value)}`),
  }),
];

type Setting = { name: string; value: unknown; isDefault: boolean; changedAt: string | null; changedBy: string | null };

/** The settings before any is stored. */
function defaultsOf({ config }: StaffCtx['app']): SettingValues {
  return { ...defaultSettings, ...config.lender };
}

async function list(app: StaffCtx['app'], read: Read): Promise<Setting[]> {
  const stored = await storedSettings(read);
  return Object.entries(defaultsOf(app)).map(([name, byDefault]) => {
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

const switchName = word(text(v.pipe(v.string(), v.maxLength(80))), 'the switch, as switch list shows it', 'switch');
const turned = { kind: 'change', roles: ['finance', 'engineer'], arguments: { name: switchName } } as const;

const switchCommands: StaffCommand[] = [
  command({
    name: 'switch list',
    about: 'Lists the kill switches, and what each one stops while it is off.',
    examples: ['switch list'],
    kind: 'look',
    roles: staffRoles,
    run: async ({ app }, tx) => {
      const settings = await current(tx);
      const switches = switchesOf(app).map((one) => ({ name: one.name, isOn: one.isOn(settings), stops: one.stops }));
      return { data: { switches } };
    },
    shows: ({ table }) =>
      table(
        (data) => data.switches,
        { switch: (one) => one.name, is: (one) => (one.isOn ? 'on' : 'off'), 'while it is off': (one) => one.stops },
        { isWell: (data) => data.switches.every((one) => one.isOn) },
      ),
  }),
  command({
    ...turned,
    name: 'switch off',
    seenFirst: { notNeeded: 'it is about no person, and no money that moved' },
    about: 'Stops payouts, applications, SMS or one gateway, on every server within five seconds.',
    examples: [
      'switch off payouts --reason "the settlement report does not match, ticket 812"',
      'switch off bank.sandbox --reason "the gateway is down"',
    ],
    run: async (ctx, tx, { name }) => await turn(ctx, tx, name, false),
    after: ({ app }) => app.settings.forget(),
    shows: ({ lines }) => lines(({ switch: { name, stops } }) => `${name} is off: ${stops}`),
  }),
  command({
    ...turned,
    name: 'switch on',
    seenFirst: { notNeeded: 'it is about no person, and no money that moved' },
    about: 'Resumes what a switch has stopped, on every server within five seconds.',
    examples: [
      'switch on payouts --reason "the settlement report was reconciled, ticket 812"',
      'switch on bank.sandbox --reason "the gateway is back"',
    ],
    run: async (ctx, tx, { name }) => await turn(ctx, tx, name, true),
    after: ({ app }) => {
      app.settings.forget();
      app.wake();
    },
    shows: ({ lines }) => lines(({ switch: { name } }) => `${name} is on`),
  }),
];

/** The stored settings, read in this transaction: what is kept for a while may be older than another operator's turn. */
async function current(tx: Tx): Promise<SettingValues> {
  return { ...defaultSettings, ...Object.fromEntries((await storedSettings(tx)).map((row) => [row.name, row.value])) };
}

async function turn({ app, who, now }: StaffCtx, tx: Tx, name: string, isOn: boolean) {
  const one = mustFind(switchesOf(app), name);
  await lockSwitches(tx);
  const settings = await current(tx);
  const was = one.isOn(settings);
  if (was === isOn) throw new Declined(`${name} is ${isOn ? 'on' : 'off'} already.`);
  const { setting, value } = one.turned(settings, isOn);
  await storeSetting(tx, setting, value, who, now);
  return { data: { switch: { name, isOn, stops: one.stops } }, subject: name, detail: { from: was, to: isOn } };
}

function mustFind(switches: readonly Switch[], name: string): Switch {
  const one = switches.find((known) => known.name === name);
  if (!one) throw new Declined(`There is no switch named ${name}. Switches: ${switches.map((known) => known.name).join(', ')}.`);
  return one;
}

/** What staff may do about settings and switches. */
export const settingsCommands: readonly StaffCommand[] = [...configCommands, ...switchCommands];
