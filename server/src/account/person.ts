// What other slices may know of a borrower, and the lock that comes first in every transaction
// about one.
import { localeFrom } from '@sandali/contract/locale.ts';
import { type MobileNumber, maskMobile } from '@sandali/contract/phone.ts';
import type { Selectable } from 'kysely';
import type { Recipient } from '#/context/notices.ts';
import type { Read, Tx } from '#/db/database.ts';
import { readPart } from '#/db/snapshot.ts';
import type { Borrowers } from '#/db/tables.ts';
import { invariant, Refused } from '#/platform/refuse.ts';
import type { Sealer } from '#/platform/seal.ts';
import { attributionOf } from './attribution.ts';
import { changesOf, findLast, formerOf, type Holds } from './change-phone.store.ts';
import { knownDevicesOf } from './login/device.store.ts';
import { allSessionsOf } from './login/session.store.ts';
import { everyPasskeyOf } from './passkey/store.ts';
import { recoveriesOf } from './recovery/store.ts';
import { accountHoldHoursLeft, newAccountsHoldHours, phoneChangeableOn } from './rules.ts';
import { sessionsOf } from './staff.store.ts';
import * as store from './store.ts';

/** The borrower's own number in E.164. */
export async function phoneOf(
  read: Read,
  sealer: Sealer,
  borrowerId: string,
): Promise<MobileNumber> {
  return phoneFrom(sealer, await readPart(read, store.phonePart, { borrowerId }));
}

/** The number in a row that was read. */
export function phoneFrom(
  sealer: Sealer,
  row: { id: string; phone_sealed: Buffer } | null,
): MobileNumber {
  invariant(row, 'a borrower is not there');
  return sealer.open('phone', row.id, row.phone_sealed) as MobileNumber;
}

/**
 * The recipient of a message to a borrower (`app.notify`): their own number and language; `about`
 * is the id of what the message is about.
 */
export async function recipientOf<About extends string | undefined = undefined>(
  app: { sealer: Sealer },
  read: Read,
  borrowerId: string,
  about?: About,
): Promise<About extends string ? Recipient & { about: string } : Recipient> {
  const to = recipientFrom(app, await mustFind(read, borrowerId));
  return (about === undefined ? to : { ...to, about }) as About extends string
    ? Recipient & { about: string }
    : Recipient;
}

/**
 * The recipients of messages to many borrowers, by their ids; none where the account was erased.
 */
export async function recipientsOf(
  app: { sealer: Sealer },
  read: Read,
  borrowerIds: readonly string[],
): Promise<Map<string, Recipient>> {
  const rows = await store.findAddresses(read, borrowerIds);
  return new Map(rows.map((row) => [row.id, recipientFrom(app, row)]));
}

function recipientFrom(
  { sealer }: { sealer: Sealer },
  row: Pick<Selectable<Borrowers>, 'id' | 'phone_sealed' | 'locale'>,
): Recipient {
  return {
    borrowerId: row.id,
    phone: sealer.open('phone', row.id, row.phone_sealed),
    locale: localeFrom(row.locale),
  };
}

/**
 * Keeps the names that a borrower gave as personal information, sealed; later ones replace them.
 */
export async function setKnownName(
  tx: Tx,
  sealer: Sealer,
  borrowerId: string,
  known: { name: string; firstName: string },
): Promise<void> {
  const nameSealed = sealer.seal('name', borrowerId, known.name);
  const firstNameSealed = sealer.seal('first name', borrowerId, known.firstName);
  await store.setNames(tx, borrowerId, { nameSealed, firstNameSealed });
}

/** The names that setKnownName kept; null before personal information was saved. */
export async function knownNameOf(
  read: Read,
  sealer: Sealer,
  borrowerId: string,
): Promise<{ name: string; firstName: string } | null> {
  return namesFrom(sealer, borrowerId, await mustFind(read, borrowerId));
}

type Names = { name_sealed: Buffer | null; first_name_sealed: Buffer | null };

/** The same of what was read already. */
export function namesFrom(
  sealer: Sealer,
  borrowerId: string,
  row: Names | null,
): { name: string; firstName: string } | null {
  if (!row?.name_sealed || !row.first_name_sealed) return null;
  return {
    name: sealer.open('name', borrowerId, row.name_sealed),
    firstName: sealer.open('first name', borrowerId, row.first_name_sealed),
  };
}

/** Who has a number (E.164), or null. */
export async function borrowerOfPhone(
  read: Read,
  sealer: Sealer,
  phone: MobileNumber,
): Promise<string | null> {
  return await store.findIdByPhone(read, sealer.hash('phone', phone));
}

/** Whether this is the id of a borrower whose account was not erased. */
export async function isBorrower(read: Read, id: string): Promise<boolean> {
  const row = await store.findBorrower(read, id);
  return row !== undefined && row.erased_at === null;
}

/**
 * Locks the borrower until the transaction ends. It comes before every other lock; what depends on
 * it must be read after it.
 * @throws Refused sessionInvalid when the account was erased while this waited.
 */
export async function lockBorrower(tx: Tx, borrowerId: string): Promise<void> {
  if (!(await store.lockRow(tx, borrowerId))) throw new Refused('sessionInvalid');
}

/** The same for work that nobody asked for: false where the account was erased meanwhile. */
export async function lockIfThere(tx: Tx, borrowerId: string): Promise<boolean> {
  return await store.lockRow(tx, borrowerId);
}

/** Whole hours until this borrower may add payout accounts again; 0 when they may now. */
export async function newAccountHoldHoursLeft(
  read: Read,
  borrowerId: string,
  now: Temporal.Instant,
): Promise<number> {
  return accountHoldHoursLeft((await mustFind(read, borrowerId)).new_accounts_held_until, now);
}

/**
 * The first Manila day on which the number may be changed again, where that is after `day`; null
 * where it may be on that day.
 */
export async function phoneChangeableFrom(
  read: Read,
  borrowerId: string,
  day: Temporal.PlainDate,
): Promise<Temporal.PlainDate | null> {
  return phoneChangeableOn((await findLast(read, borrowerId))?.changed_on ?? null, day);
}

type Hold = { until: Temporal.Instant; hours: number };

/**
 * What a change of number holds back: payout accounts that were added after `since`, until `until`,
 * for `hours` whole hours more; null if nothing is held. Somebody who takes over an account may
 * have added one just before they changed its number.
 */
export function accountHoldByChange(
  { phone_changed_at: changedAt }: Holds,
  now: Temporal.Instant,
): (Hold & { since: Temporal.Instant }) | null {
  if (!changedAt) return null;
  const until = changedAt.add({ hours: newAccountsHoldHours });
  const hours = accountHoldHoursLeft(until, now);
  return hours > 0
    ? { since: changedAt.subtract({ hours: newAccountsHoldHours }), until, hours }
    : null;
}

/**
 * Until when, and for how many whole hours, no cash may be collected at a counter, where somebody
 * who took over the account could come: after a change of number, and while no account may be
 * added; null if nothing is held.
 */
export function counterHold(holds: Holds, now: Temporal.Instant): Hold | null {
  const byChange = accountHoldByChange(holds, now);
  const until = holds.accounts_held_until_at;
  const hours = accountHoldHoursLeft(until, now);
  if (!until || hours <= (byChange?.hours ?? 0)) return byChange;
  return { until, hours };
}

export type AccountHeld = {
  phone: string;
  name: string | null;
  locale: string;
  agreementVersion: string;
  hasPassword: boolean;
  registeredAt: Temporal.Instant;
  agreements: { version: string; at: Temporal.Instant }[];
  /** Numbers that the account had before, and when each was given up; the newest first. */
  formerPhones: { phone: string; changedAt: Temporal.Instant }[];
  /**
   * Recoveries that were requested because phone and number are lost, with their outcome; the
   * newest first.
   */
  recoveries: {
    newPhoneMasked: string;
    askedAt: Temporal.Instant | null;
    approvedAt: Temporal.Instant | null;
    endedAt: Temporal.Instant | null;
    state: string;
  }[];
  /** Devices that need no code at a login, and since when. */
  knownDevices: { knownAt: Temporal.Instant }[];
  /** Open ones first; ended ones stay until they are cleared away. */
  sessions: {
    browser: string;
    system: string;
    openedAt: Temporal.Instant;
    lastSeenAt: Temporal.Instant;
    endedAt: Temporal.Instant | null;
  }[];
  passkeys: {
    browser: string;
    system: string;
    addedAt: Temporal.Instant;
    lastUsedAt: Temporal.Instant | null;
    removedAt: Temporal.Instant | null;
  }[];
  /** The advertisement that they came from, with their consent; else null. */
  attribution: { details: unknown; consentedAt: Temporal.Instant } | null;
};

/** Everything this slice holds about a person, opened. */
export async function exportPersonalData(
  read: Read,
  sealer: Sealer,
  borrowerId: string,
): Promise<AccountHeld> {
  const row = await mustFind(read, borrowerId);
  const sessions = await allSessionsOf(read, borrowerId);
  const changes = await changesOf(read, borrowerId);
  return {
    phone: sealer.open('phone', borrowerId, row.phone_sealed),
    name: row.name_sealed && sealer.open('name', borrowerId, row.name_sealed),
    locale: row.locale,
    agreementVersion: row.agreement_version,
    hasPassword: row.password_hash !== null,
    registeredAt: row.registered_at,
    agreements: await store.acceptancesOf(read, borrowerId),
    formerPhones: changes.map((one) => ({
      phone: sealer.open(
        'former phone',
        formerOf(borrowerId, one.changed_at),
        one.old_phone_sealed,
      ),
      changedAt: one.changed_at,
    })),
    recoveries: (await recoveriesOf(read, borrowerId)).map((one) => ({
      newPhoneMasked: maskMobile(
        sealer.open('recovery phone', one.id, one.new_phone_sealed) as MobileNumber,
      ),
      askedAt: one.asked_at,
      approvedAt: one.approved_at,
      endedAt: one.ended_at,
      state: one.ended_as ?? (one.approved_at ? 'approved' : 'asked'),
    })),
    knownDevices: await knownDevicesOf(read, borrowerId),
    sessions: sessions.map((one) => ({
      browser: one.browser,
      system: one.system,
      openedAt: one.opened_at,
      lastSeenAt: one.last_seen_at,
      endedAt: one.ended_at,
    })),
    passkeys: (await everyPasskeyOf(read, borrowerId)).map((one) => ({
      browser: one.browser,
      system: one.system,
      addedAt: one.added_at,
      lastUsedAt: one.last_used_at,
      removedAt: one.removed_at,
    })),
    attribution: await attributionOf(read, sealer, borrowerId),
  };
}

/** How many sessions of a borrower are open, and on how many devices. */
export async function openSessionCounts(
  read: Read,
  borrowerId: string,
  wall: Temporal.Instant,
): Promise<{ sessions: number; devices: number }> {
  const open = (await sessionsOf(read, borrowerId, wall, 200)).filter((one) => one.isOpen);
  return { sessions: open.length, devices: new Set(open.map((one) => one.deviceId)).size };
}

async function mustFind(read: Read, borrowerId: string): Promise<Selectable<Borrowers>> {
  const row = await store.findBorrower(read, borrowerId);
  invariant(row, 'a borrower is not there');
  return row;
}
