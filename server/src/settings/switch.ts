// Ops: the switches in context/switches.ts. One person may turn any of them on or off.

import * as v from 'valibot';
import { text, word } from '#/commands/arguments.ts';
import { command, type StaffCommand, type StaffCtx, staffRoles } from '#/commands/command.ts';
import {
  defaultSettings,
  type SettingValues,
  settingsOfDrill,
  storeSetting,
} from '#/context/settings.ts';
import { type Switch, switchesOf } from '#/context/switches.ts';
import type { Tx } from '#/db/database.ts';
import { Declined } from '#/platform/refuse.ts';
import { lockSettings, storedSettings } from './store.ts';

const switchName = word(
  text(v.pipe(v.string(), v.maxLength(80))),
  'the switch, as switch list shows it',
  'switch',
);
const turned = {
  kind: 'change',
  roles: ['finance', 'engineer'],
  arguments: { name: switchName },
  seenFirst: { notNeeded: 'it concerns neither a person nor money that has moved' },
} as const;

export const switchCommands: StaffCommand[] = [
  command({
    name: 'switch list',
    menu: 'Settings',
    label: 'List switches',
    about: 'Lists the kill switches and what each of them stops while it is off.',
    examples: ['switch list'],
    kind: 'look',
    roles: staffRoles,
    run: async ({ app }, tx) => {
      const settings = await current(app, tx);
      const switches = switchesOf(app).map(({ name, isOn, stops }) => ({
        name,
        isOn: isOn(settings),
        stops,
      }));
      return { data: { switches } };
    },
    shows: ({ table }) =>
      table(
        (data) => data.switches,
        {
          switch: (row) => row.name,
          is: (row) => (row.isOn ? 'on' : 'off'),
          'while it is off': (row) => row.stops,
        },
        { isWell: (data) => data.switches.every(({ isOn }) => isOn) },
      ),
  }),
  command({
    ...turned,
    name: 'switch off',
    menu: 'Settings',
    label: 'Switch off',
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
    menu: 'Settings',
    label: 'Switch on',
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

/** Reads the settings in this transaction, because cached ones may be outdated. */
async function current(
  { config }: Pick<StaffCtx['app'], 'config'>,
  tx: Tx,
): Promise<SettingValues> {
  return {
    ...defaultSettings,
    ...Object.fromEntries((await storedSettings(tx)).map((row) => [row.name, row.value])),
    ...(config.isDrill && settingsOfDrill),
  };
}

async function turn({ app, who, now }: StaffCtx, tx: Tx, name: string, isOn: boolean) {
  const killSwitch = mustFind(switchesOf(app), name);
  await lockSettings(tx);
  const settings = await current(app, tx);
  const was = killSwitch.isOn(settings);
  if (was === isOn) throw new Declined(`${name} is ${isOn ? 'on' : 'off'} already.`);
  const { setting, value } = killSwitch.turned(settings, isOn);
  if (app.config.isDrill && setting in settingsOfDrill)
    throw new Declined(`${name} is off on this server, which was started for a drill (DRILL=1).`);
  await storeSetting(tx, setting, value, who, now);
  return {
    data: { switch: { name, isOn, stops: killSwitch.stops } },
    subject: name,
    detail: { from: was, to: isOn },
  };
}

function mustFind(switches: readonly Switch[], name: string): Switch {
  const killSwitch = switches.find((known) => known.name === name);
  if (!killSwitch)
    throw new Declined(
      `There is no switch named ${name}. Switches: ${switches.map((known) => known.name).join(', ')}.`,
    );
  return killSwitch;
}
