// All SQL for pictures.
import type { PictureQuality, picturePurposes } from '@sandali/contract/credit.ts';
import type { ExpressionBuilder, Insertable } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import { type OfBorrower, part } from '#/db/snapshot.ts';
import type { DB, Pictures } from '#/db/tables.ts';

export type PicturePurpose = (typeof picturePurposes)[number];

export async function insertPicture(tx: Tx, picture: Insertable<Pictures>): Promise<void> {
  await tx.insertInto('pictures').values(picture).execute();
}

/** An uploaded picture that no application uses yet. */
export type SentPicture = { id: string; sentAt: Temporal.Instant };

/**
 * The newest picture of each purpose since the borrower's last submission. The next submission uses
 * these.
 */
export const sentPicturesPart = part(
  (db, { borrowerId }: OfBorrower) =>
    db
      .selectFrom('pictures')
      .distinctOn('purpose')
      .select(['id', 'purpose', 'uploaded_at'])
      .where('borrower_id', '=', borrowerId)
      .where('deleted_at', 'is', null)
      // A picture that answered a reviewer's request belonged to the submitted application.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('picture_requests as k')
              .select('k.id')
              .whereRef('k.new_picture_id', '=', 'pictures.id'),
          ),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('credit_applications as a')
              .select('a.id')
              .where('a.borrower_id', '=', borrowerId)
              .whereRef('a.submitted_at', '>', 'pictures.uploaded_at'),
          ),
        ),
      )
      .orderBy('purpose')
      .orderBy('uploaded_at', 'desc')
      .orderBy('id', 'desc'),
  (rows): Partial<Record<PicturePurpose, SentPicture>> =>
    Object.fromEntries(rows.map((row) => [row.purpose, { id: row.id, sentAt: row.uploaded_at }])),
);

/** A condition that is true if no application uses the picture. */
const isUnused = ({ not, exists, selectFrom }: ExpressionBuilder<DB, 'pictures'>) =>
  not(
    exists(
      selectFrom('credit_applications')
        .select('credit_applications.id')
        .where(({ eb, or, ref }) =>
          or([
            eb('front_picture_id', '=', ref('pictures.id')),
            eb('selfie_picture_id', '=', ref('pictures.id')),
          ]),
        ),
    ),
  );

/**
 * Returns whether the borrower uploaded the picture for this purpose (at or after `since`, if it is
 * set), and it is neither deleted nor used in an application.
 */
export async function findOwnPicture(
  read: Read,
  of: {
    pictureId: string;
    borrowerId: string;
    purpose: PicturePurpose;
    since?: Temporal.Instant;
  },
): Promise<boolean> {
  const own = read
    .selectFrom('pictures')
    .select('id')
    .where('id', '=', of.pictureId)
    .where('borrower_id', '=', of.borrowerId)
    .where('purpose', '=', of.purpose)
    .where('deleted_at', 'is', null)
    .where(isUnused);
  const picture = of.since ? own.where('uploaded_at', '>=', of.since) : own;
  return (await picture.executeTakeFirst()) !== undefined;
}

/**
 * Returns the quality that the phone measured for each picture, in the order of the ids; null if
 * not measured.
 */
export async function qualitiesOf(
  read: Read,
  pictureIds: readonly string[],
): Promise<(PictureQuality | null)[]> {
  const rows = await read
    .selectFrom('pictures')
    .select(['id', 'blur', 'glare'])
    .where('id', 'in', pictureIds)
    .execute();
  return pictureIds.map((pictureId) => {
    const { blur, glare } = rows.find(({ id }) => id === pictureId) ?? { blur: null, glare: null };
    return blur === null || glare === null ? null : { blur, glare };
  });
}

/**
 * Returns the other borrowers who uploaded one of these pictures, byte for byte, and whether two of
 * these pictures are the same.
 */
export async function duplicatePictures(
  read: Read,
  of: { pictureIds: readonly string[]; borrowerId: string },
): Promise<{ people: string[]; isOnePicture: boolean }> {
  const ownPictures = await read
    .selectFrom('pictures')
    .select('content_hash')
    .where('id', 'in', of.pictureIds)
    .execute();
  const hashes = ownPictures.map((row) => row.content_hash);
  const others = await read
    .selectFrom('pictures')
    .distinct()
    .select('borrower_id')
    .where('content_hash', 'in', hashes)
    .where('borrower_id', '<>', of.borrowerId)
    .orderBy('borrower_id')
    .execute();
  return {
    people: others.map((row) => row.borrower_id),
    isOnePicture: new Set(hashes.map((hash) => hash.toString('hex'))).size < of.pictureIds.length,
  };
}

export async function arePicturesStored(
  read: Read,
  pictureIds: readonly string[],
): Promise<boolean> {
  const rows = await read
    .selectFrom('pictures')
    .select('id')
    .where('id', 'in', pictureIds)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.length === pictureIds.length;
}

/** Returns the files of the newest pictures in submitted applications. */
export async function sentPictureFiles(read: Read, borrowerId: string, limit: number) {
  return await read
    .selectFrom('pictures as p')
    .select(['p.file_name', 'p.purpose', 'p.uploaded_at'])
    .where('p.borrower_id', '=', borrowerId)
    .where('p.deleted_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('credit_applications as a')
          .select('a.id')
          .where('a.submitted_at', 'is not', null)
          .where((is) =>
            is.or([
              is('a.front_picture_id', '=', is.ref('p.id')),
              is('a.selfie_picture_id', '=', is.ref('p.id')),
            ]),
          ),
      ),
    )
    .orderBy('p.uploaded_at', 'desc')
    .limit(limit)
    .execute();
}

/** Returns the borrower's uploads for the data export, without file names. */
export async function picturesOf(read: Read, borrowerId: string) {
  return await read
    .selectFrom('pictures')
    .select(['purpose', 'width', 'height', 'blur', 'glare', 'uploaded_at', 'deleted_at'])
    .where('borrower_id', '=', borrowerId)
    .orderBy('uploaded_at')
    .execute();
}
