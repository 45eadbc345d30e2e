// Ops: the rotation of the master key (docs/operators/keys.md).
import type { Instant } from '@sandali/contract/day.ts';
import { command, type StaffCommand, type StaffCtx } from '#/commands/command.ts';
import { inManila } from '#/commands/display.ts';
import type { Tx } from '#/db/database.ts';
import {
  allVersions,
  inUseOf,
  lockHolders,
  runningServers,
  type Version,
} from '#/db/master-key.ts';
import { manilaMinute, wireInstant } from '#/platform/days.ts';
import { Declined } from '#/platform/refuse.ts';
import { settleMs } from './reseal.ts';
import * as store from './store.ts';

/** The timeout of a command, long enough to count the values of every table. */
const timeoutMs = 10 * 60_000;
const roles = ['engineer'] as const;

export const keyCommands: readonly StaffCommand[] = [
  command({
    name: 'keys status',
    menu: 'System',
    label: 'Show the master keys',
    about:
      'Shows the versions of the master key, how many values an earlier key still seals, and whether to remove MASTER_KEY_PREVIOUS. Ends with exit code 1 while it must stay.',
    examples: ['keys status'],
    kind: 'look',
    roles,
    timeoutMs,
    run: async ({ wall }, tx) => {
      const versions = await allVersions(tx);
      const newest = inUseOf(versions).at(-1) ?? 1;
      const left = await store.valuesLeft(tx, newest);
      const servers = await runningServers(tx, wall);
      const done = [...(await store.doneTargets(tx, newest)).values()];
      return {
        data: {
          keys: versions.map(({ version, sealingSince, retiredAt }) => ({
            key: version,
            since: sealingSince && wireInstant(sealingSince),
            ended: retiredAt && wireInstant(retiredAt),
          })),
          servers: servers.length,
          left,
          nextStep: nextStep({ versions, left, servers, done }),
        },
      };
    },
    shows: ({ table }) =>
      table(
        (data) => data.left,
        {
          where: (row) => row.target,
          'values left': (row) => row.count,
          'open with no key': (row) => row.damaged,
        },
        {
          none: 'No value is sealed with an earlier key.',
          isWell: (data) => data.nextStep.isWell,
          lines: ({ keys, servers, nextStep }) => [
            ...keys.map(({ key, since, ended }) => `key ${key}: ${stateOf(since, ended)}`),
            `${servers} running ${servers === 1 ? 'server' : 'servers'}`,
            nextStep.text,
          ],
        },
      ),
  }),
  command({
    name: 'keys rotate',
    menu: 'System',
    label: 'Rotate the master key',
    about:
      'Puts a new master key to use: servers seal with it from now on, and seal all existing values again while they serve. It needs the new key in MASTER_KEY and the earlier one in MASTER_KEY_PREVIOUS on every server.',
    examples: ['keys rotate --reason "yearly change of the master key, ticket 412"'],
    kind: 'change',
    seenFirst: { notNeeded: 'it concerns no person, and both keys keep opening every value' },
    roles,
    run: rotate,
    after: ({ app }) => app.wake(),
    shows: ({ lines }) =>
      lines(({ key }) => [
        `Every server seals with key ${key} within seconds. A minute later they begin to seal the existing values again.`,
        'Keep MASTER_KEY_PREVIOUS until `ops keys status` says to remove it.',
      ]),
  }),
];

const stateOf = (since: Instant | null, ended: Instant | null) => {
  if (!since) return 'known, not in use';
  return ended
    ? `in use from ${inManila(since)}, ended ${inManila(ended)}`
    : `in use since ${inManila(since)}`;
};

/** `done` contains the time at which the workers finished each table or folder. */
function nextStep({
  versions,
  left,
  servers,
  done,
}: {
  versions: readonly Version[];
  left: readonly store.Left[];
  servers: readonly Server[];
  done: readonly Temporal.Instant[];
}): { isWell: boolean; text: string } {
  const newest = versions.at(-1);
  if (inUseOf(versions).length > 1)
    return {
      isWell: false,
      text: left.some(({ count }) => count > 0)
        ? 'Keep MASTER_KEY_PREVIOUS: values are being sealed again.'
        : `Keep MASTER_KEY_PREVIOUS: no value needs it now, but the workers wait for servers that may still seal with the earlier key, until ${manilaMinute(endsAt(newest, done))} at the earliest.`,
    };
  if (left.some(({ count }) => count > 0))
    return {
      isWell: false,
      text: 'Keep MASTER_KEY_PREVIOUS: values were stored with it late. Run `ops keys rotate` again.',
    };
  if (newest && !newest.sealingSince) {
    const lacking = lackingWords(servers, newest.version);
    return {
      isWell: lacking === null,
      text: lacking ?? `Key ${newest.version} is ready: \`ops keys rotate\` puts it to use.`,
    };
  }
  return { isWell: true, text: 'Remove MASTER_KEY_PREVIOUS if it is set.' };
}

/** The workers begin a minute after a key comes into use, and wait a minute once they are done. */
function endsAt(newest: Version | undefined, done: readonly Temporal.Instant[]): Temporal.Instant {
  const begunAt = newest?.sealingSince?.add({ milliseconds: settleMs });
  const instants = begunAt ? [begunAt, ...done] : done;
  const lastMs = Math.max(...instants.map((at) => at.epochMilliseconds));
  return Temporal.Instant.fromEpochMilliseconds(lastMs + settleMs);
}

type Server = Awaited<ReturnType<typeof runningServers>>[number];

/** Returns a sentence about running servers that lack a version of the key; null if none does. */
function lackingWords(servers: readonly Server[], version: number): string | null {
  const without = servers.filter((server) => server.newest < version).length;
  return without === 0
    ? null
    : `${without} of ${servers.length} running servers do not have key ${version} yet. Restart them with it; a server that has ended is forgotten after a minute.`;
}

async function rotate({ app, wall }: StaffCtx, tx: Tx) {
  const before = await allVersions(tx);
  const only = inUseOf(before).length === 1 ? before.at(-1) : undefined;
  // The count takes long, so it comes before the lock, for which running servers wait.
  const hasLate =
    only?.sealingSince && (await store.valuesLeft(tx, only.version)).some(({ count }) => count > 0);
  await lockHolders(tx);
  const versions = await allVersions(tx);
  const inUse = inUseOf(versions);
  const newest = versions.at(-1);
  if (inUse.length > 1)
    throw new Declined(
      `Key ${inUse.at(-1)} is in use already, and values are being sealed again: see keys status.`,
    );
  if (!newest) throw new Error('a started server has a master key');
  const servers = await runningServers(tx, wall);
  const answer = { data: { key: newest.version }, detail: { key: newest.version } };
  if (!newest.sealingSince) {
    const lacking = lackingWords(servers, newest.version);
    if (lacking) throw new Declined(lacking);
    await store.startSealingWith(tx, newest.version, wall);
    return answer;
  }
  const earlier = app.sealer.versions().at(-2);
  if (!hasLate || !earlier)
    throw new Declined(
      'There is no new key. Set MASTER_KEY to a new key and MASTER_KEY_PREVIOUS to the present one, and restart every server.',
    );
  await store.reopen(tx, earlier);
  return answer;
}
