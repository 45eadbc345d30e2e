// Ops: the kill switches, listed and turned. What one stops, and where it is looked at: kit/switches.ts.
import * as v from 'valibot';
import { Declined, type StaffAnswer, type StaffCommand, type StaffCtx, staffCommand, staffRoles } from '#/commands/command.ts';
import type { Tx } from '#/db/database.ts';
import { defaultSettings, type SettingValues, storeSetting } from '#/kit/settings.ts';
import { type Switch, switchesOf } from '#/kit/switches.ts';
import { lockSwitches, storedSettings } from './store.ts';

const zName = v.pipe(v.string(), v.maxLength(80));

export const switchCommands: StaffCommand[] = [
  staffCommand({
    name: 'switch list',
    kind: 'look',
    roles: staffRoles,
    request: v.strictObject({}),
    run: async ({ house }, tx) => {
      const settings = await current(tx);
      const switches = switchesOf(house).map((one) => ({ name: one.name, isOn: one.isOn(settings), stops: one.stops }));
      return { data: { switches } };
    },
  }),
  staffCommand({
    name: 'switch off',
    kind: 'change',
    roles: ['finance', 'engineer'],
    request: v.strictObject({ name: zName }),
    run: async (ctx, tx, { name }) => await turn(ctx, tx, name, false),
    after: ({ house }) => house.settings.forget(),
  }),
  staffCommand({
    name: 'switch on',
    kind: 'change',
    roles: ['finance', 'engineer'],
    request: v.strictObject({ name: zName }),
    run: async (ctx, tx, { name }) => await turn(ctx, tx, name, true),
    after: ({ house }) => {
      house.settings.forget();
      house.wake();
    },
  }),
];

/** The stored settings, read in this transaction: what is kept for a while may be older than another operator's turn. */
async function current(tx: Tx): Promise<SettingValues> {
  return { ...defaultSettings, ...Object.fromEntries((await storedSettings(tx)).map((row) => [row.name, row.value])) };
}

async function turn({ house, who, now }: StaffCtx, tx: Tx, name: string, isOn: boolean): Promise<StaffAnswer> {
  const one = mustFind(switchesOf(house), name);
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
