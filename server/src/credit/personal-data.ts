// The personal data of the credit slice, for the data export and for other slices.

import type { PersonName } from '@sandali/contract/personName.ts';
import type { AppContext } from '#/context/app-context.ts';
import { type Line, lineOf } from '#/credit-line/credit-line.ts';
import type { Read, Tx } from '#/db/database.ts';
import { readPart } from '#/db/snapshot.ts';
import type { Sealer } from '#/platform/seal.ts';
import { draftsOf, type ExportedDraft, removeLinkFromDraft } from './application/draft.ts';
import { type PicturePurpose, picturesOf, sentPictureFiles } from './application/picture.store.ts';
import { requestsOf } from './manual/picture-requests.store.ts';
import { callsOf } from './manual/store.ts';
import { nameOf } from './names.ts';
import { standingPart } from './parts.ts';
import type { Application } from './rules.ts';
import { openStep, type StepValues, sealStep } from './sealed.ts';
import { allApplications, latestIdentity, replacePersonal } from './store.ts';

type Keys = Pick<AppContext, 'sealer'>;

/** Returns the name in the latest personal information; null until it is saved. */
export async function knownName(
  app: Keys,
  read: Read,
  borrowerId: string,
): Promise<PersonName | null> {
  return nameOf(await latestPersonal(app, read, borrowerId));
}

/** Returns the ID number of the newest submitted application; null before the first submission. */
export async function idNumberOf(
  sealer: Sealer,
  read: Read,
  borrowerId: string,
): Promise<string | null> {
  return (
    openStep(sealer, 'identity', borrowerId, await latestIdentity(read, borrowerId))?.idNumber ??
    null
  );
}

async function latestPersonal({ sealer }: Keys, read: Read, borrowerId: string) {
  const application = await readPart(read, standingPart, { borrowerId });
  return openStep(sealer, 'personal', borrowerId, application?.row.personal_sealed ?? null);
}

type ExportedApplication = {
  number: number;
  startedAt: Temporal.Instant;
  submittedAt: Temporal.Instant | null;
  personal: StepValues<'personal'> | null;
  contacts: StepValues<'contacts'> | null;
  work: StepValues<'work'> | null;
  identity: StepValues<'identity'> | null;
  decision: Application['decision'];
  /** Reviewers' phone calls, without the reviewers' names. */
  calls: {
    at: Temporal.Instant;
    result: string;
    callBackAt: Temporal.Instant | null;
    note: string | null;
  }[];
  /** The pictures that a reviewer requested again. */
  requestedPictures: {
    at: Temporal.Instant;
    purpose: string;
    fault: string;
    until: Temporal.PlainDate;
    sentAt: Temporal.Instant | null;
  }[];
};
type ExportedPicture = {
  purpose: string;
  width: number;
  height: number;
  /** The blur as measured by the phone; null if it was not measured. */
  blur: number | null;
  glare: number | null;
  uploadedAt: Temporal.Instant;
  deletedAt: Temporal.Instant | null;
};
export type CreditPersonalData = {
  applications: ExportedApplication[];
  drafts: Omit<ExportedDraft, 'deviceId'>[];
  pictures: ExportedPicture[];
  line: Line | null;
};

/**
 * Returns all personal data of this slice, decrypted. Pictures are listed without their content.
 */
export async function exportPersonalData(
  { sealer }: Keys,
  read: Read,
  borrowerId: string,
  now: Temporal.Instant,
): Promise<CreditPersonalData> {
  const reading = allApplications(read, borrowerId);
  const [applications, calls, requests, drafts, pictures, line] = await Promise.all([
    reading,
    reading.then((all) =>
      callsOf(
        read,
        all.map(({ row }) => row.id),
      ),
    ),
    reading.then((all) =>
      requestsOf(
        read,
        all.map(({ row }) => row.id),
      ),
    ),
    draftsOf({ sealer }, read, { borrowerId, now }),
    picturesOf(read, borrowerId),
    lineOf(read, borrowerId),
  ]);
  return {
    applications: applications.map(({ row, facts }) => ({
      number: row.number,
      startedAt: row.started_at,
      submittedAt: row.submitted_at,
      personal: openStep(sealer, 'personal', row.borrower_id, row.personal_sealed),
      contacts: openStep(sealer, 'contacts', row.borrower_id, row.contacts_sealed),
      work: openStep(sealer, 'work', row.borrower_id, row.work_sealed),
      identity: openStep(sealer, 'identity', row.borrower_id, row.identity_sealed),
      decision: facts.decision,
      calls: calls
        .filter((call) => call.application_id === row.id)
        .map((call) => ({
          at: call.called_at,
          result: call.result,
          callBackAt: call.call_back_at,
          note: call.note_sealed && sealer.open('review note', call.id, call.note_sealed),
        })),
      requestedPictures: requests
        .filter((request) => request.application_id === row.id)
        .map((request) => ({
          at: request.asked_at,
          purpose: request.purpose,
          fault: request.fault,
          until: request.ends_on,
          sentAt: request.ended_as === 'sent' ? request.ended_at : null,
        })),
    })),
    drafts: drafts.map(({ deviceId: _, ...rest }) => rest),
    pictures: pictures.map((row) => ({
      purpose: row.purpose,
      width: row.width,
      height: row.height,
      blur: row.blur,
      glare: row.glare,
      uploadedAt: row.uploaded_at,
      deletedAt: row.deleted_at,
    })),
    line,
  };
}

/** The maximum number of pictures in one export. Each takes a few hundred kilobytes. */
const picturesInCopy = 8;

/** Returns the newest pictures submitted with an application, as JPEG in base64. */
export async function sentPictures(
  { files, sealer }: Pick<AppContext, 'files' | 'sealer'>,
  read: Read,
  borrowerId: string,
) {
  const rows = await sentPictureFiles(read, borrowerId, picturesInCopy);
  return await Promise.all(
    rows.map(async (row) => ({
      purpose: row.purpose,
      uploadedAt: row.uploaded_at,
      jpeg: sealer
        .openBytes('picture', row.file_name, await files.get(row.file_name))
        .toString('base64'),
    })),
  );
}

/**
 * Returns the newest submitted picture of a purpose, decrypted, for comparison with a new one; null
 * if none is stored.
 */
export async function knownPicture(
  { files, sealer }: Pick<AppContext, 'files' | 'sealer'>,
  read: Read,
  borrowerId: string,
  purpose: PicturePurpose,
): Promise<Buffer | null> {
  const row = (await sentPictureFiles(read, borrowerId, picturesInCopy)).find(
    (picture) => picture.purpose === purpose,
  );
  return row ? sealer.openBytes('picture', row.file_name, await files.get(row.file_name)) : null;
}

/**
 * Removes the Facebook link from the borrower's applications and drafts. Lock the borrower first.
 * @returns whether there was a link.
 */
export async function removeFacebookLink(
  { sealer }: Keys,
  tx: Tx,
  borrowerId: string,
): Promise<boolean> {
  let hadLink = false;
  for (const { row } of await allApplications(tx, borrowerId)) {
    const personal = openStep(sealer, 'personal', row.borrower_id, row.personal_sealed);
    if (!personal || personal.facebookLink === null) continue;
    hadLink = true;
    await replacePersonal(
      tx,
      row.id,
      sealStep(sealer, 'personal', borrowerId, { ...personal, facebookLink: null }),
    );
  }
  return (await removeLinkFromDraft({ sealer }, tx, borrowerId)) || hadLink;
}
