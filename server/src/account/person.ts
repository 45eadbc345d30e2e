// What other slices may know about a borrower, and the lock that every transaction about a borrower
// takes first.
import { localeFrom } from '@sandali/contract/locale.ts';
import { type MobileNumber, maskMobile } from '@sandali/contract/phone.ts';
import type { Selectable } from 'kysely';
import type { AppContext } from '#/context/app-context.ts';
import type { Recipient } from '#/context/notices.ts';
import type { Read, Tx } from '#/db/database.ts';
import { readPart } from '#/db/snapshot.ts';
import type { Borrowers } from '#/db/tables.ts';
import { invariant, Refused } from '#/platform/refuse.ts';
import type { Sealer } from '#/platform/seal.ts';
import { attributionOf } from './attribution.ts';
import { changesOf, findLast, formerOf } from './change-phone.store.ts';
import * as devices from './login/device.store.ts';
import { allSessionsOf, openSessionsOf } from './login/session.store.ts';
import { phonePart } from './parts.ts';
import { everyPasskeyOf } from './passkey/store.ts';
import { filesOf, recoveriesOf } from './recovery/store.ts';
import { accountHoldHoursLeft, phoneChangeableOn } from './rules.ts';
import { type AttemptCount, attemptCounts } from './staff.store.ts';
import * as store from './store.ts';
import { namesFrom, phoneFrom } from './view.ts';

/** Returns the borrower's own number in E.164. */
export async function phoneOf(
  read: Read,
  sealer: Sealer,
  borrowerId: string,
): Promise<MobileNumber> {
  return (await readPart(read, phonePart, { borrowerId })).open(sealer);
}

/**
 * Returns the recipient of a message to a borrower (`app.notify`): number and language. `about` is
 * the id of what the message is about.
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

/** Returns the recipients of messages to many borrowers, by id; erased accounts are missing. */
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

/** Stores the names from the personal information, sealed, replacing earlier names. */
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

/** Returns the names that setKnownName stored; null until personal information is saved. */
export async function knownNameOf(
  read: Read,
  sealer: Sealer,
  borrowerId: string,
): Promise<{ name: string; firstName: string } | null> {
  return namesFrom(sealer, borrowerId, await mustFind(read, borrowerId));
}

/** Returns the number and name of each of these borrowers, by id; erased accounts are missing. */
export async function peopleOf(
  read: Read,
  sealer: Sealer,
  borrowerIds: readonly string[],
): Promise<Map<string, { phone: MobileNumber; name: string | null }>> {
  const rows = await store.findPeople(read, borrowerIds);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        phone: phoneFrom(sealer, row),
        name: row.name_sealed && sealer.open('name', row.id, row.name_sealed),
      },
    ]),
  );
}

/** Returns the id of the borrower with this number (E.164), or null. */
export async function borrowerOfPhone(
  read: Read,
  sealer: Sealer,
  phone: MobileNumber,
): Promise<string | null> {
  return await store.findIdByPhone(read, sealer.hash('phone', phone));
}

/** Whether this is the id of a borrower whose account is not erased. */
export async function borrowerExists(read: Read, id: string): Promise<boolean> {
  const row = await store.findBorrower(read, id);
  return row !== undefined && row.erased_at === null;
}

/**
 * Locks the borrower until the transaction ends. Take this lock before every other, and read
 * dependent rows after it.
 * @throws Refused sessionInvalid if the account was erased during the wait.
 */
export async function lockBorrower(tx: Tx, borrowerId: string): Promise<void> {
  if (!(await store.lockRow(tx, borrowerId))) throw new Refused('sessionInvalid');
}

/** Like `lockBorrower`, for work without a caller. Returns false if the account is erased. */
export async function lockIfThere(tx: Tx, borrowerId: string): Promise<boolean> {
  return await store.lockRow(tx, borrowerId);
}

/** Returns the whole hours until this borrower may add payout accounts again; 0 if they may now. */
export async function newAccountHoldHoursLeft(
  read: Read,
  borrowerId: string,
  now: Temporal.Instant,
): Promise<number> {
  return accountHoldHoursLeft((await mustFind(read, borrowerId)).new_accounts_held_until, now);
}

/**
 * Returns the first Manila day after `day` on which the number may change again; null if it may
 * change on `day`.
 */
export async function phoneChangeableFrom(
  { rulesOn }: Pick<AppContext, 'rulesOn'>,
  read: Read,
  borrowerId: string,
  day: Temporal.PlainDate,
): Promise<Temporal.PlainDate | null> {
  const last = await findLast(read, borrowerId);
  return phoneChangeableOn(last?.changed_on ?? null, day, rulesOn(day));
}

export type AccountPersonalData = {
  phone: string;
  name: string | null;
  locale: string;
  agreementVersion: string;
  hasPassword: boolean;
  registeredAt: Temporal.Instant;
  agreements: { version: string; at: Temporal.Instant }[];
  /** The account's former numbers, newest first. */
  formerPhones: { phone: string; changedAt: Temporal.Instant }[];
  /**
   * Recoveries requested after the loss of both phone and number, with their outcome, newest first.
   */
  recoveries: {
    newPhoneMasked: string;
    askedAt: Temporal.Instant | null;
    approvedAt: Temporal.Instant | null;
    endedAt: Temporal.Instant | null;
    state: string;
  }[];
  /** Devices on which a login does not need a code. */
  knownDevices: { knownAt: Temporal.Instant }[];
  /** Open sessions, and ended ones that are not deleted yet. */
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
  /** The advertisement that led the borrower to the app, if they consented; otherwise null. */
  attribution: { details: unknown; consentedAt: Temporal.Instant } | null;
};

/** Returns everything that this slice stores about a person, unsealed. */
export async function exportPersonalData(
  read: Read,
  sealer: Sealer,
  borrowerId: string,
): Promise<AccountPersonalData> {
  const [row, sessions, changes, agreements, recoveries, knownDevices, passkeys, attribution] =
    await Promise.all([
      mustFind(read, borrowerId),
      allSessionsOf(read, borrowerId),
      changesOf(read, borrowerId),
      store.acceptancesOf(read, borrowerId),
      recoveriesOf(read, borrowerId),
      devices.knownDevicesOf(read, borrowerId),
      everyPasskeyOf(read, borrowerId),
      attributionOf(read, sealer, borrowerId),
    ]);
  return {
    phone: sealer.open('phone', borrowerId, row.phone_sealed),
    name: row.name_sealed && sealer.open('name', borrowerId, row.name_sealed),
    locale: row.locale,
    agreementVersion: row.agreement_version,
    hasPassword: row.password_hash !== null,
    registeredAt: row.registered_at,
    agreements,
    formerPhones: changes.map((change) => ({
      phone: sealer.open(
        'former phone',
        formerOf(borrowerId, change.changed_at),
        change.old_phone_sealed,
      ),
      changedAt: change.changed_at,
    })),
    recoveries: recoveries.map((recovery) => ({
      newPhoneMasked: maskMobile(
        sealer.open('recovery phone', recovery.id, recovery.new_phone_sealed) as MobileNumber,
      ),
      askedAt: recovery.asked_at,
      approvedAt: recovery.approved_at,
      endedAt: recovery.ended_at,
      state: recovery.ended_as ?? (recovery.approved_at ? 'approved' : 'asked'),
    })),
    knownDevices,
    sessions: sessions.map((session) => ({
      browser: session.browser,
      system: session.system,
      openedAt: session.opened_at,
      lastSeenAt: session.last_seen_at,
      endedAt: session.ended_at,
    })),
    passkeys: passkeys.map((passkey) => ({
      browser: passkey.browser,
      system: passkey.system,
      addedAt: passkey.added_at,
      lastUsedAt: passkey.last_used_at,
      removedAt: passkey.removed_at,
    })),
    attribution,
  };
}

/** Returns the names of files about a borrower, for erasure. */
export async function accountFilesOf(read: Read, borrowerId: string): Promise<string[]> {
  return await filesOf(read, borrowerId);
}

type Screened = { openPhone: () => MobileNumber; deviceIds: string[] };

/** Returns each borrower's number and known devices. Omits erased accounts. */
export async function screeningFactsOf(
  read: Read,
  sealer: Sealer,
  borrowerIds: readonly string[],
): Promise<Map<string, Screened>> {
  const rows = await devices.findScreened(read, borrowerIds);
  return new Map(
    [...rows].map(([id, { phoneSealed, deviceIds }]) => [
      id,
      { openPhone: () => phoneFrom(sealer, { id, phone_sealed: phoneSealed }), deviceIds },
    ]),
  );
}

type SameDevices = {
  own: string[];
  others: { borrowerId: string; knownAt: Temporal.Instant }[];
};

/**
 * Returns a borrower's known devices, plus `deviceId` if given, and the other borrowers on whose
 * list of known devices any of these appeared after `since`.
 */
export async function borrowersOnSameDevices(
  read: Read,
  of: { borrowerId: string; deviceId: string | null; since: Temporal.Instant },
): Promise<SameDevices> {
  const trusted = await devices.trustedDeviceIds(read, of.borrowerId);
  const own = [...new Set([...trusted, ...(of.deviceId === null ? [] : [of.deviceId])])];
  if (own.length === 0) return { own, others: [] };
  const { borrowerId, since } = of;
  return {
    own,
    others: await devices.othersOnDevices(read, borrowerId, { deviceIds: own, since }),
  };
}

/** Returns how many open sessions a borrower has, and on how many devices. */
export async function openSessionCounts(
  read: Read,
  borrowerId: string,
  wall: Temporal.Instant,
): Promise<{ sessions: number; devices: number }> {
  const open = await openSessionsOf(read, borrowerId, wall);
  return {
    sessions: open.length,
    devices: new Set(open.map((session) => session.device_id)).size,
  };
}

/** Returns the counts of `openSessionCounts`, and the wrong attempts that still count. */
export async function accessCounts(
  read: Read,
  sealer: Sealer,
  borrowerId: string,
  wall: Temporal.Instant,
): Promise<{ sessions: number; devices: number; attempts: AttemptCount[] }> {
  const phoneHash = sealer.hash('phone', await phoneOf(read, sealer, borrowerId));
  return {
    ...(await openSessionCounts(read, borrowerId, wall)),
    attempts: await attemptCounts(read, { borrowerId, phoneHash }, wall),
  };
}

async function mustFind(read: Read, borrowerId: string): Promise<Selectable<Borrowers>> {
  const row = await store.findBorrower(read, borrowerId);
  invariant(row, 'the borrower does not exist');
  return row;
}
