// Staff commands for the list of banks and wallets: show the current list, or import a gateway's
// own list.

import * as v from 'valibot';
import type { RailTerms } from '#/adapters/bank/port.ts';
import { day, file, option, text, word } from '#/commands/arguments.ts';
import { command, type StaffCommand, staffRoles } from '#/commands/command.ts';
import { inManila, money } from '#/commands/display.ts';
import type { AppContext } from '#/context/app-context.ts';
import { banks } from '#/data/banks.ts';
import { wallets } from '#/data/wallets.ts';
import type { Read } from '#/db/database.ts';
import { manilaDayOf, wireInstant } from '#/platform/days.ts';
import { Declined } from '#/platform/refuse.ts';
import { sha256 } from '#/platform/seal.ts';
import { BadList, difference, type Entry, type Known, readBankList } from './bank-list.ts';
import { channelOfKind, railsNow } from './provider.ts';
import { acceptedRails, isPayable, type RailCode, railsWithin } from './rails.ts';
import { insertList, newestList } from './store.ts';

export const payoutAccountCommands: StaffCommand[] = [
  command({
    name: 'bank list',
    menu: 'Money',
    label: 'List banks',
    about:
      'Lists the banks and wallets that we offer, with the codes by which the gateway pays them.',
    examples: ['bank list'],
    kind: 'look',
    roles: staffRoles,
    run: async ({ app }, tx) => {
      const list = await newestList(tx, app.bank.name);
      const inForce = list && {
        version: Number(list.version),
        dated: list.dated.toString(),
        importedAt: wireInstant(list.importedAt),
      };
      const rail = (known: RailCode | null) =>
        known && {
          code: known.code,
          mostCentavos: known.maximumCentavos,
        };
      const known = (await knownOf(app, tx)).known.map(({ id, name, rails }) => ({
        id,
        name,
        instapay: rail(rails.instapay),
        pesonet: rail(rails.pesonet),
      }));
      return { data: { gateway: app.bank.name, list: inForce, banks: known } };
    },
    shows: ({ table }) =>
      table(
        (data) => data.banks,
        {
          id: (bank) => bank.id,
          name: (bank) => bank.name,
          InstaPay: (bank) => bank.instapay?.code,
          'InstaPay at most': (bank) => money(bank.instapay?.mostCentavos ?? null),
          PESONet: (bank) => bank.pesonet?.code,
          'PESONet at most': (bank) => money(bank.pesonet?.mostCentavos ?? null),
        },
        {
          lines: ({ gateway, list }) => [
            list
              ? `Version ${list.version} of ${gateway}, as of ${list.dated}, imported ${inManila(list.importedAt)}.`
              : `No list of ${gateway} was imported; these are the confirmed codes of this release.`,
          ],
        },
      ),
  }),
  command({
    name: 'bank import',
    menu: 'Money',
    label: 'Import banks',
    about:
      'Replaces a gateway’s list of banks and wallets: only banks and wallets on it can be paid, by the codes in it.',
    examples: [
      'bank import server/src/data/bank-list-sample.csv --gateway sandbox --dated 2026-11-20 --reason "trying it in the sandbox"',
    ],
    kind: 'change',
    seenFirst: { notNeeded: 'it is a list of banks' },
    roles: ['finance', 'engineer'],
    bodyLimitBytes: 1024 * 1024,
    arguments: {
      text: word(file(500_000), 'the list, JSON or CSV', 'file'),
      gateway: option(text(v.string(), 'name'), 'the gateway of the list'),
      dated: option(day, 'the day of the list'),
    },
    run: async ({ app, now, who }, tx, { gateway, dated, text }) => {
      if (gateway !== app.bank.name)
        throw new Declined(`This server pays by ${app.bank.name}, not by ${gateway}.`);
      const day = await dayOf(tx, app, dated, now);
      const { known, terms } = await knownOf(app, tx);
      const entries = entriesOf(text, known);
      const hash = sha256(text);
      const version = Number(
        await insertList(tx, { gateway, dated: day, sha256: hash, at: now, who, entries }),
      );
      const channelOf = (id: string | null) =>
        channelOfKind[wallets.some((wallet) => wallet.id === id) ? 'wallet' : 'bank'];
      const usable = entries.map((entry) => ({
        ...entry,
        ...railsWithin(acceptedRails(entry, app.bank.canPay), terms, channelOf(entry.providerId)),
      }));
      const { added, changed, gone, unchanged, notOffered } = difference(
        known,
        usable.filter(isPayable),
      );
      const notTaken = usable.filter((entry) => !isPayable(entry)).map(({ name }) => name);
      const detail = {
        gateway,
        version,
        dated,
        sha256: hash.toString('hex'),
        added,
        changed,
        gone,
      };
      return {
        data: { gateway, version, dated, added, changed, gone, unchanged, notOffered, notTaken },
        subject: gateway,
        detail,
      };
    },
    shows: ({ lines }) =>
      lines(({ gateway, version, dated, unchanged, ...data }) => [
        `Version ${version} of the banks of ${gateway}, as of ${dated}, is in force.`,
        `Added: ${joinedNames(data.added)}`,
        `Changed: ${joinedNames(data.changed)}`,
        `Gone, and no longer payable: ${joinedNames(data.gone)}`,
        `Unchanged: ${unchanged}`,
        `On the list, but not offered by us: ${joinedNames(data.notOffered)}`,
        `On the list, but not payable because of unusable codes: ${joinedNames(data.notTaken)}`,
      ]),
  }),
];

const joinedNames = (names: readonly string[]) => (names.length === 0 ? 'none' : names.join(', '));

/**
 * Reads all banks and wallets that we offer, with their current codes, and the terms of the rails.
 */
async function knownOf(
  app: AppContext,
  read: Read,
): Promise<{ known: Known[]; terms: RailTerms | null }> {
  const { railsOf, terms } = await railsNow(app, read);
  return {
    known: [...banks, ...wallets].map((provider) => ({
      id: provider.id,
      name: provider.name,
      rails: railsOf(provider.cardType, provider),
    })),
    terms,
  };
}

function entriesOf(text: string, known: readonly Known[]): Entry[] {
  try {
    return readBankList(text, known);
  } catch (error) {
    if (error instanceof BadList) throw new Declined(error.message);
    throw error;
  }
}

/**
 * Parses the date of a list.
 * @throws Declined if the date is in the future or before the current list's date
 */
async function dayOf(
  read: Read,
  app: AppContext,
  dated: string,
  now: Temporal.Instant,
): Promise<Temporal.PlainDate> {
  const day = Temporal.PlainDate.from(dated);
  if (Temporal.PlainDate.compare(day, manilaDayOf(now)) > 0)
    throw new Declined(`${dated} is in the future.`);
  const list = await newestList(read, app.bank.name);
  if (list && Temporal.PlainDate.compare(day, list.dated) < 0)
    throw new Declined(`The list in force is of ${list.dated}, which is later.`);
  return day;
}
