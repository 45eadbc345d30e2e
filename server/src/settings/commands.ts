// Ops: shows and changes the settings that are defined in context/settings.ts.

import { isDeepStrictEqual } from 'node:util';
import type { Cell } from '@sandali/contract/commands.ts';
import type { Fact } from '@sandali/contract/desk.ts';
import { readPesos } from '@sandali/contract/money.ts';
import * as v from 'valibot';
import { choice, idOf, naming, text, word } from '#/commands/arguments.ts';
import {
  command,
  type StaffAnswer,
  type StaffCommand,
  type StaffCtx,
  staffRoles,
  type Waiting,
  type WaitingAt,
} from '#/commands/command.ts';
import { entity, inManila, inPesos, money } from '#/commands/display.ts';
import { lookAt } from '#/commands/looks.ts';
import { type Around, checkSetting } from '#/context/setting-rules.ts';
import {
  defaultSettings,
  type SettingName,
  type SettingValues,
  storeSetting,
  zSettings,
} from '#/context/settings.ts';
import type { Read, Tx } from '#/db/database.ts';
import { wireInstant } from '#/platform/days.ts';
import { Declined } from '#/platform/refuse.ts';
import {
  changeById,
  changesById,
  checkNeedsTwo,
  insertChange,
  lockSettings,
  openChanges,
  type SettingChange,
  storedSettings,
} from './store.ts';
import { switchCommands } from './switch.ts';

const settingName = word(
  naming(
    'setting',
    choice(Object.keys(zSettings.entries), (name) => `there is no setting named ${name}`),
  ),
  'the setting, as config list shows it',
  'setting',
);
const keptLength = 200;

const changeId = word(idOf('approval'), 'the change, as approvals list or config set shows it');
/** A proposed change expires after this many days of business time. */
const proposalDays = 3;
const changeCommand = {
  kind: 'change',
  roles: ['finance', 'manager', 'engineer'],
  twoPeople: {
    act: 'setting',
    when: 'For settings that redirect people or lending',
    confirmedBy: 'config confirm',
    waiting,
  },
} as const;

const configCommands: StaffCommand[] = [
  command({
    name: 'config list',
    menu: 'Settings',
    label: 'List settings',
    about: 'Lists every setting with its value.',
    examples: ['config list', 'config list --json'],
    kind: 'look',
    roles: staffRoles,
    run: async (ctx, tx) => ({ data: { settings: await list(ctx, tx) } }),
    shows: ({ table }) =>
      table((data) => data.settings, {
        setting: (row) => entity('setting', row.name),
        value: (row) => JSON.stringify(row.value),
        'set by': (row) => row.changedBy ?? 'default',
        at: (row) => row.changedAt,
        proposed: (row) => entity('approval', row.proposed),
      }),
  }),
  command({
    name: 'config get',
    menu: 'Settings',
    label: 'Show a setting',
    about: 'Shows one setting.',
    examples: ['config get smsSwitch'],
    kind: 'look',
    roles: staffRoles,
    arguments: { name: settingName },
    run: async (ctx, tx, { name }) => {
      const setting = (await list(ctx, tx)).find((row) => row.name === name);
      if (!setting) throw new Declined(`There is no setting named ${name}.`);
      return { data: { setting }, subject: name };
    },
    shows: ({ table }) =>
      table((data) => [data.setting], {
        setting: (row) => entity('setting', row.name),
        value: (row) => JSON.stringify(row.value),
        'set by': (row) => row.changedBy ?? 'default',
        at: (row) => row.changedAt,
      }),
  }),
  command({
    name: 'config set',
    menu: 'Settings',
    label: 'Change a setting',
    about: `Changes a setting on every server within five seconds. A change that redirects people or lending is only proposed: within ${proposalDays} days another person looks at it (config change) and confirms it (config confirm).`,
    seenFirst: { notNeeded: 'it shows the old and the new value, and another person looks' },
    examples: [
      'config set announcement "We are closed on 25 December." --reason "holiday"',
      'config set smsSwitch false --reason "SMS gateway down, ticket 812"',
      'config set dailyBudgetCentavos ₱5,000,000 --reason "month end"',
    ],
    ...changeCommand,
    arguments: {
      name: settingName,
      text: word(
        text(v.pipe(v.string(), v.maxLength(20_000))),
        'the new value; an amount as ₱5,000,000, other types than text as JSON: true, 5, null, {"en":{}}',
        'value',
      ),
    },
    run: set,
    after: ({ app }) => app.settings.forget(),
    shows: ({ lines }) =>
      lines(({ name, from, to, outcome, id }) =>
        outcome === 'set'
          ? `${name} is now ${textOf(name, to)}`
          : [
              `Proposed: ${name}`,
              ...differences(from, to).map(
                ({ what, now, proposed }) => `${what}: ${now} → ${proposed}`,
              ),
              `Another person looks at it with config change ${id} and confirms it within ${proposalDays} days: config confirm ${id}`,
            ],
      ),
  }),
  command({
    name: 'config change',
    menu: 'Settings',
    label: 'Show a proposed setting',
    about: 'Shows the current and the proposed value of a setting.',
    examples: ['config change 019a9f00-0000-7000-8000-000000000001'],
    kind: 'look',
    roles: staffRoles,
    arguments: { id: changeId },
    run: async ({ app, who }, tx, { id }) => {
      const look = await lookAt(tx, { kind: 'setting', id }, who);
      const change = await mustFindChange(tx, id);
      const { value } = await currentSetting(app, tx, change.name);
      const { name, state, proposedBy, reason, becomes } = change;
      const isStill = isSame(value, change.was);
      const data = {
        change: {
          id,
          name,
          state,
          proposedBy,
          reason,
          until: change.lapsesAt && wireInstant(change.lapsesAt),
          isStill,
        },
        differences: differences(value, becomes),
      };
      return { data, subject: id, detail: { name, ...look } };
    },
    shows: ({ table }) =>
      table(
        (data) => data.differences,
        { what: (row) => row.what, now: (row) => row.now, proposed: (row) => row.proposed },
        {
          lines: ({ change }) => [
            `${change.name}: ${change.state}, proposed by ${change.proposedBy}, until ${change.until && inManila(change.until)}: ${change.reason}`,
            ...(change.isStill || change.state !== 'open'
              ? []
              : ['The setting has changed since, so this proposal cannot be confirmed.']),
          ],
        },
      ),
  }),
  command({
    name: 'config confirm',
    menu: 'Settings',
    label: 'Confirm a setting',
    seenFirst: 'setting',
    about:
      'Confirms another person’s change after config change showed it. The setting changes on every server within five seconds.',
    examples: [
      'config confirm 019a9f00-0000-7000-8000-000000000001 --reason "checked at the phone company"',
    ],
    ...changeCommand,
    arguments: { id: changeId },
    run: confirm,
    after: ({ app }) => app.settings.forget(),
    shows: ({ lines }) => lines(({ name, to }) => `${name} is now ${textOf(name, to)}`),
  }),
];

type Setting = {
  name: string;
  value: unknown;
  isDefault: boolean;
  changedAt: string | null;
  changedBy: string | null;
  /** The change that waits for a second person. */
  proposed: string | null;
};

function defaultsOf({ config }: StaffCtx['app']): SettingValues {
  return { ...defaultSettings, ...config.lender };
}

async function list({ app, now }: StaffCtx, read: Read): Promise<Setting[]> {
  const stored = await storedSettings(read);
  const waiting = (await openChanges(read)).filter(
    ({ lapsesAt }) => !lapsesAt || Temporal.Instant.compare(lapsesAt, now) > 0,
  );
  return Object.entries(defaultsOf(app)).map(([name, byDefault]) => {
    const row = stored.find((item) => item.name === name);
    return {
      name,
      value: row ? row.value : byDefault,
      isDefault: row === undefined,
      changedAt: row?.changedAt.toString() ?? null,
      changedBy: row?.changedBy ?? null,
      proposed: waiting.find((change) => change.name === name)?.id ?? null,
    };
  });
}

type Changed = {
  name: string;
  from: unknown;
  to: unknown;
  outcome: 'set' | 'proposed';
  id: string | null;
};

/** Changes a setting, or proposes the change; a new proposal replaces the open one. */
async function set(
  ctx: StaffCtx,
  tx: Tx,
  { name, text }: { name: string; text: string },
): Promise<StaffAnswer<Changed>> {
  const { app, who, now, approvals } = ctx;
  await lockSettings(tx);
  const to = settingFrom(name, text, await aroundOf(app));
  const { value: from, version } = await currentSetting(app, tx, name);
  const detail = { from: short(from), to: short(to) };
  if (!(await checkNeedsTwo(tx, name, from, to))) {
    await storeSetting(tx, name, to, who, now);
    return { data: { name, from, to, outcome: 'set', id: null }, subject: name, detail };
  }
  if (isSame(from, to)) throw new Declined(`${name} is ${JSON.stringify(short(to))} already.`);
  for (const open of await openChanges(tx))
    if (open.name === name) await approvals.drop(tx, open.id);
  const id = await approvals.propose(tx, 'setting', {
    lapsesAt: now.add({ hours: 24 * proposalDays }),
  });
  await insertChange(tx, { id, name, fromVersion: version, was: from, becomes: to });
  return {
    data: { name, from, to, outcome: 'proposed', id },
    subject: name,
    detail: { ...detail, proposed: id },
  };
}

/** Applies a proposed change if its setting has not changed since. */
async function confirm(
  ctx: StaffCtx,
  tx: Tx,
  { id }: { id: string },
): Promise<StaffAnswer<Changed>> {
  const { app, who, now, approvals } = ctx;
  await lockSettings(tx);
  const { name, was, becomes, fromVersion } = await mustFindChange(tx, id);
  await approvals.mustBeAnother(tx, id);
  const { value: from, version } = await currentSetting(app, tx, name);
  if (version !== fromVersion || !isSame(from, was))
    throw new Declined(
      `${name} has changed since this proposal. Propose it again: config set ${name}`,
    );
  const checked = checkSetting(name, becomes, await aroundOf(app));
  if ('wrong' in checked) throw new Declined(`${checked.wrong}.`);
  await ctx.looks.mustHaveSeen(tx, { kind: 'setting', id }, () => `config change ${id}`);
  const proposedBy = await approvals.confirm(tx, id);
  await storeSetting(tx, name, checked.value, who, now, id);
  const detail = { from: short(from), to: short(becomes), proposedBy, change: id };
  return { data: { name, from, to: checked.value, outcome: 'set', id }, subject: name, detail };
}

async function mustFindChange(read: Read, id: string): Promise<SettingChange> {
  const change = await changeById(read, id);
  if (!change) throw new Declined(`There is no change ${id}.`);
  return change;
}

async function waiting(read: Read, { ids }: WaitingAt): Promise<Waiting[]> {
  const open = await changesById(read, ids);
  return open.map(({ id, name, was, becomes }) => ({
    id,
    confirmedBy: 'config confirm',
    what: `${name}, shown by config change ${id}`,
    facts: factsOf(name, was, becomes),
    input: { id },
    about: { as: 'setting', id: name },
  }));
}

/** Returns a row for each part of the value that changes, named after the setting and the part. */
function factsOf(name: string, was: unknown, becomes: unknown): Fact[] {
  const [old, next] = [partsOf(was), partsOf(becomes)];
  const cell = (value: unknown): Cell => {
    if (isAmount(name, value)) return money(value);
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? value
      : null;
  };
  return changedParts(was, becomes).map((part) => ({
    name: part === wholeValue ? name : `${name} ${part}`,
    before: cell(old.get(part)),
    after: cell(next.get(part)),
  }));
}

/** Returns a setting's current value and version; the version is 0 if it was never stored. */
async function currentSetting(
  app: StaffCtx['app'],
  read: Read,
  name: string,
): Promise<{ value: unknown; version: bigint }> {
  const row = (await storedSettings(read)).find((item) => item.name === name);
  return row ?? { value: defaultsOf(app)[name as SettingName], version: 0n };
}

async function aroundOf({ config, settings }: StaffCtx['app']): Promise<Around> {
  return { origin: config.origin, isSandbox: config.isSandbox, current: await settings.all() };
}

const isSame = (value: unknown, other: unknown) => isDeepStrictEqual(value, other);

type Difference = { what: string; now: string | null; proposed: string | null };

/** Returns the values that a change alters: individual texts of a table, or the whole value. */
function differences(now: unknown, proposed: unknown): Difference[] {
  const [old, next] = [partsOf(now), partsOf(proposed)];
  const written = (parts: ReadonlyMap<string, unknown>, what: string) =>
    parts.has(what) ? JSON.stringify(parts.get(what)) : null;
  return changedParts(now, proposed).map((what) => ({
    what,
    now: written(old, what),
    proposed: written(next, what),
  }));
}

function changedParts(now: unknown, proposed: unknown): string[] {
  const [old, next] = [partsOf(now), partsOf(proposed)];
  return [...new Set([...old.keys(), ...next.keys()])].filter(
    (part) => !isSame(old.get(part), next.get(part)),
  );
}

/** The path of a value without parts. */
const wholeValue = 'value';

/** Returns the parts of a value by path: 'en loan.home.title' for a text, otherwise 'value'. */
function partsOf(value: unknown, path = ''): Map<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return new Map([[path || wholeValue, value]]);
  return new Map(
    Object.entries(value).flatMap(([key, inner]) => [
      ...partsOf(inner, path ? `${path} ${key}` : key),
    ]),
  );
}

/**
 * Returns the typed text if the setting accepts it, otherwise the text as pesos or as JSON.
 * @throws Declined if neither is valid
 */
function settingFrom(name: string, text: string, around: Around): unknown {
  if (!Object.hasOwn(zSettings.entries, name))
    throw new Declined(`There is no setting named ${name}.`);
  const asText = checkSetting(name, text, around);
  if ('value' in asText) return asText.value;
  const asJson = checkSetting(name, parseTyped(text), around);
  if ('value' in asJson) return asJson.value;
  throw new Declined(
    `${name} cannot be ${JSON.stringify(short(text))}: ${asJson.wrong.slice(name.length + 2)}.`,
  );
}

/** Returns the centavos of an amount such as ₱1,500, the value of a JSON text, or the text. */
function parseTyped(text: string): unknown {
  const pesos = text.startsWith('₱') ? readPesos(text) : null;
  if (pesos && 'amountCentavos' in pesos) return pesos.amountCentavos;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const isAmount = (name: string, value: unknown): value is number =>
  typeof value === 'number' && name.endsWith('Centavos');

const textOf = (name: string, value: unknown): string =>
  isAmount(name, value) ? inPesos(value) : JSON.stringify(value);

function short(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > keptLength ? `${text.slice(0, keptLength)}…` : text;
}

export const settingsCommands: readonly StaffCommand[] = [...configCommands, ...switchCommands];
