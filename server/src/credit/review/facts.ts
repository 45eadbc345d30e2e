// Reads and decrypts the facts of a review.
import { borrowersOnSameDevices, phoneOf } from '#/account/account.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import {
  applicationsFrom,
  latestApplicationsOf,
  rejectionsOf,
  sameIdNumber,
} from '#/credit/application/duplicates.store.ts';
import { duplicatePictures, qualitiesOf } from '#/credit/application/picture.store.ts';
import { screen } from '#/credit/screening/screening.ts';
import { openStep, type StepValues } from '#/credit/sealed.ts';
import type { ApplicationRow } from '#/credit/store.ts';
import type { Read } from '#/db/database.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { invariant } from '#/platform/refuse.ts';
import type { Sealer } from '#/platform/seal.ts';
import type { ApplicationFacts, ReviewFacts } from './checks.ts';

/**
 * The longest period, in days, for which device use is read. No rule may have a longer
 * `withinDays`.
 */
const deviceDaysMost = 366;

/**
 * Returns a submitted application's contents and the related data of this slice, at the given
 * business time.
 */
export async function factsOf(
  read: Read,
  sealer: Sealer,
  row: ApplicationRow,
  now: Temporal.Instant,
): Promise<ApplicationFacts> {
  const { borrower_id: borrowerId, id_number_hash: idNumberHash } = row;
  const { personal, contacts, work, identity, pictureIds } = givenOf(sealer, row);
  invariant(idNumberHash, 'an application under review has no ID number');
  const twins = await duplicatePictures(read, { pictureIds, borrowerId });
  const [frontQuality, selfieQuality] = await qualitiesOf(read, pictureIds);
  const rejections = await rejectionsOf(read, borrowerId);
  return {
    today: manilaDayOf(now),
    personal,
    contacts,
    work,
    identity,
    ownPhone: await phoneOf(read, sealer, borrowerId),
    sameIdNumber: await sameIdNumber(read, idNumberHash, borrowerId),
    samePicture: {
      people: twins.people.length,
      applicationIds: idsOf(await latestApplicationsOf(read, twins.people)),
    },
    isOnePicture: twins.isOnePicture,
    pictureQuality: { idFront: frontQuality ?? null, selfie: selfieQuality ?? null },
    rejectedDaysAgo: rejections.map((at) => daysBetween(at, now)),
  };
}

/** Adds the facts of other slices: devices, screening lists, loans. */
export async function reviewFactsOf(
  { app, now, wall }: WorkCtx,
  read: Read,
  row: ApplicationRow,
): Promise<ReviewFacts> {
  const { sealer, config } = app;
  const facts = await factsOf(read, sealer, row, now);
  const { personal, identity } = givenOf(sealer, row);
  const shared = await borrowersOnSameDevices(read, {
    borrowerId: row.borrower_id,
    deviceId: row.device_id,
    since: wall.subtract({ hours: 24 * deviceDaysMost }),
  });
  const person = {
    personal,
    idNumber: identity.idNumber,
    phone: facts.ownPhone,
    deviceIds: shared.own,
  };
  return {
    ...facts,
    sameDevice: await sameDevice({ now, wall }, read, row.borrower_id, shared),
    screened: await screen(read, sealer, person, !config.isSandbox),
    loans: await app.ports.credit.loanRecordOf(read, row.borrower_id, facts.today),
  };
}

/**
 * Returns a keyed hash of all facts behind a decision, which later proves what the decider knew.
 */
export function inputsHashOf(sealer: Sealer, facts: ApplicationFacts): Buffer {
  return sealer.hash('reviewInputs', JSON.stringify(facts));
}

type Steps = { [Step in 'personal' | 'contacts' | 'work' | 'identity']: StepValues<Step> } & {
  pictureIds: string[];
};

function givenOf(sealer: Sealer, row: ApplicationRow): Steps {
  const { front_picture_id: front, selfie_picture_id: selfie } = row;
  const personal = openStep(sealer, 'personal', row.borrower_id, row.personal_sealed);
  const contacts = openStep(sealer, 'contacts', row.borrower_id, row.contacts_sealed);
  const work = openStep(sealer, 'work', row.borrower_id, row.work_sealed);
  const identity = openStep(sealer, 'identity', row.borrower_id, row.identity_sealed);
  invariant(
    personal && contacts && work && identity && front && selfie,
    'an application under review is incomplete',
  );
  return { personal, contacts, work, identity, pictureIds: [front, selfie] };
}

type Shared = Awaited<ReturnType<typeof borrowersOnSameDevices>>;

/**
 * Finds other people on the same devices, by their logins (wall time) and applications (business
 * time).
 */
async function sameDevice(
  { now, wall }: Pick<WorkCtx, 'now' | 'wall'>,
  read: Read,
  borrowerId: string,
  { own, others }: Shared,
) {
  const days = new Map<string, number>();
  const noteDays = (who: string, daysAgo: number) =>
    days.set(who, Math.min(daysAgo, days.get(who) ?? daysAgo));
  for (const { borrowerId: who, knownAt } of others) noteDays(who, daysBetween(knownAt, wall));
  const since = now.subtract({ hours: 24 * deviceDaysMost });
  for (const { borrowerId: who, at } of await applicationsFrom(read, {
    deviceIds: own,
    borrowerId,
    since,
  }))
    noteDays(who, daysBetween(at, now));
  const applications = await latestApplicationsOf(read, [...days.keys()]);
  return applications
    .filter(({ isSubmitted }) => isSubmitted)
    .map((application) => ({
      applicationId: application.applicationId,
      daysAgo: days.get(application.borrowerId) ?? 0,
    }));
}

const idsOf = (applications: readonly { applicationId: string }[]) =>
  applications.map((application) => application.applicationId);

/** Returns the number of 24-hour days between two instants; 0 if the second is not later. */
function daysBetween(from: Temporal.Instant, to: Temporal.Instant): number {
  return Math.max(0, Math.floor(to.since(from).total('hours') / 24));
}
