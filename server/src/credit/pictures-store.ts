// All SQL about pictures.
import type { picturePurposes } from '@sandali/contract/credit.ts';
import type { Insertable } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import type { Pictures } from '#/db/tables.ts';

export type PicturePurpose = (typeof picturePurposes)[number];

export async function insertPicture(tx: Tx, picture: Insertable<Pictures>): Promise<void> {
  await tx.insertInto('pictures').values(picture).execute();
}

/** Whether this is a picture of this borrower, uploaded for this purpose and still kept. */
export async function isOwnPicture(read: Read, of: { pictureId: string; borrowerId: string; purpose: PicturePurpose }): Promise<boolean> {
  const found = await read
    .selectFrom('pictures')
    .select('id')
    .where('id', '=', of.pictureId)
    .where('borrower_id', '=', of.borrowerId)
    .where('purpose', '=', of.purpose)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Which other people have uploaded a picture with the bytes of one of these, and whether these are all one picture. */
export async function pictureTwins(
  read: Read,
  of: { pictureIds: readonly string[]; borrowerId: string },
): Promise<{ people: string[]; isOnePicture: boolean }> {
  const own = await read.selectFrom('pictures').select('content_hash').where('id', 'in', of.pictureIds).execute();
  const hashes = own.map((row) => row.content_hash);
  const found = await read
    .selectFrom('pictures')
    .distinct()
    .select('borrower_id')
    .where('content_hash', 'in', hashes)
    .where('borrower_id', '<>', of.borrowerId)
    .orderBy('borrower_id')
    .execute();
  return {
    people: found.map((row) => row.borrower_id),
    isOnePicture: new Set(hashes.map((hash) => hash.toString('hex'))).size < of.pictureIds.length,
  };
}

/** Which of these file names no row knows. */
export async function unknownFiles(read: Read, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = await read.selectFrom('pictures').select('file_name').where('file_name', 'in', names).execute();
  const known = new Set(rows.map((row) => row.file_name));
  return names.filter((name) => !known.has(name));
}

/** The files of the newest pictures that sent applications name. */
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
          .where((is) => is.or([is('a.front_picture_id', '=', is.ref('p.id')), is('a.selfie_picture_id', '=', is.ref('p.id'))])),
      ),
    )
    .orderBy('p.uploaded_at', 'desc')
    .limit(limit)
    .execute();
}

/** What was uploaded, for the borrower's own copy of their data: never the files' names. */
export async function picturesOf(read: Read, borrowerId: string) {
  return await read
    .selectFrom('pictures')
    .select(['purpose', 'width', 'height', 'uploaded_at', 'deleted_at'])
    .where('borrower_id', '=', borrowerId)
    .orderBy('uploaded_at')
    .execute();
}
