// /user/recovery/picture checks, redraws and stores a picture before the transaction. The second
// picture submits the recovery.
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { callHours } from '@sandali/contract/constants.ts';
import { addWorkingDays, type Day, type Holidays, hourMs } from '@sandali/contract/day.ts';
import { localeFrom } from '@sandali/contract/locale.ts';
import { recoveryAnswerWorkingDays, recoveryPicture } from '@sandali/contract/recovery.ts';
import { recipientOf } from '#/account/person.ts';
import { lockRow } from '#/account/store.ts';
import { audit } from '#/context/audit.ts';
import type { Ctx, WorkCtx } from '#/context/ctx.ts';
import type { Recipient } from '#/context/notices.ts';
import { consumeRateLimit, type RateLimit, releaseRateLimit } from '#/context/rate-limit.ts';
import { newFileName } from '#/context/stored-files.ts';
import type { Done } from '#/context/write.ts';
import type { Read, Tx } from '#/db/database.ts';
import { manila, manilaDayOf, todayOf, wireDay } from '#/platform/days.ts';
import { cleanPicture, pictureBytes, pictureFault } from '#/platform/picture.ts';
import { newNumber } from '#/platform/random.ts';
import { Refused, refuse, refuseButKeep } from '#/platform/refuse.ts';
import * as store from './store.ts';

type Input = RequestOf<typeof recoveryPicture>;
type Stored = {
  fileName: string;
  width: number;
  height: number;
  sizeBytes: number;
  telephone: string;
};
type Kept = { recoveryId: string };

export const recoveryPicturePurpose = 'recovery picture';
/**
 * How long a recovery accepts pictures, in business time, so that the sandbox clock can expire it.
 */
const openHours = 1;
const picturesOfOne = 10;

/**
 * Returns the recovery if it accepts pictures: it was begun on this device within the last hour and
 * is not submitted yet.
 */
async function mustBeOpen({ now, deviceId }: Ctx, read: Read, id: string): Promise<store.Recovery> {
  const row = await store.findRecovery(read, id);
  const since = now.subtract({ hours: openHours });
  if (
    !row ||
    row.device_id !== deviceId ||
    row.asked_at ||
    row.ended_at ||
    Temporal.Instant.compare(row.begun_at, since) < 0
  )
    return refuse(recoveryPicture, 'recoveryUnknown');
  return row;
}

/**
 * Checks and stores the picture. A picture refused because of its header does not count towards the
 * recovery's limit of ten.
 * @throws Refused
 */
export async function storeRecoveryPicture(
  ctx: Ctx,
  read: Read,
  { recoveryId, bytes: sent }: Input,
): Promise<Stored> {
  const { db, files, sealer, settings } = ctx.app;
  await mustBeOpen(ctx, read, recoveryId);
  const quota: RateLimit = {
    name: `recovery:pictures:${recoveryId}`,
    limit: picturesOfOne,
    windowMs: hourMs,
  };
  if (!(await consumeRateLimit(db, quota, ctx.wall))) refuse(recoveryPicture, 'pictureQuotaSpent');
  const bytes = pictureBytes(sent);
  const uncounted = () => releaseRateLimit(db, quota, ctx.wall);
  const fault = pictureFault(bytes, 'id');
  if (fault) {
    await uncounted();
    refuse(recoveryPicture, fault);
  }
  const turn = { lane: 'recovery', key: recoveryId } as const;
  const clean = await cleanPicture(bytes, 'id', turn).catch(async (error: unknown) => {
    // The decoder is busy and the phone will repeat the upload, so do not count this one.
    if (error instanceof Refused) await uncounted();
    throw error;
  });
  if (typeof clean === 'string') refuse(recoveryPicture, clean);
  const fileName = newFileName('recoveries', ctx.wall);
  await files.put(fileName, sealer.sealBytes(recoveryPicturePurpose, fileName, clean.jpeg));
  const { telephone } = await settings.all();
  return {
    fileName,
    width: clean.width,
    height: clean.height,
    sizeBytes: clean.jpeg.length,
    telephone,
  };
}

/** Inserts a stored picture; the second one submits the recovery and notifies both numbers. */
export async function addRecoveryPicture(
  ctx: Ctx,
  tx: Tx,
  { recoveryId, purpose }: Input,
  stored: Stored,
): Promise<Done<Kept>> {
  const { borrower_id } = await mustBeOpen(ctx, tx, recoveryId);
  if (borrower_id && !(await lockRow(tx, borrower_id))) refuse(recoveryPicture, 'recoveryUnknown');
  await store.findRecovery(tx, recoveryId, { isLocked: true });
  const row = await mustBeOpen(ctx, tx, recoveryId);
  await store.insertPicture(tx, {
    recovery_id: recoveryId,
    purpose,
    file_name: stored.fileName,
    width: stored.width,
    height: stored.height,
    size_bytes: stored.sizeBytes,
    uploaded_at: ctx.now,
  });
  if ((await store.picturesOf(tx, recoveryId)).length < 2) return { ids: { recoveryId } };
  // If two recoveries have the same new number, only the first that gets both pictures is
  // submitted.
  if (await store.checkOpenRecovery(tx, row.new_phone_hash))
    refuseButKeep(recoveryPicture, 'recoveryUnknown');
  await store.setAsked(tx, recoveryId, ctx.now, row.borrower_id ? null : refusalOf(ctx));
  await notifyRecoveryAsked(ctx, tx, row, stored.telephone);
  return { ids: { recoveryId } };
}

async function notifyRecoveryAsked(
  ctx: Ctx,
  tx: Tx,
  row: store.Recovery,
  telephone: string,
): Promise<void> {
  const { app, now } = ctx;
  const asker = newNumberOf(ctx, row);
  await app.notices.notify(ctx, tx, asker, 'recoveryReceived', { telephone });
  if (!row.borrower_id) return;
  await app.notices.notify(ctx, tx, await recipientOf(app, tx, row.borrower_id), 'recoveryAsked', {
    last4: asker.phone.slice(-4),
    telephone,
  });
  await audit(tx, {
    at: now,
    who: 'anyone',
    act: 'recoveryAsked',
    subject: row.borrower_id,
    detail: { recovery: row.id },
  });
}

/**
 * Returns the new number as a recipient, in the requester's language. It does not belong to a
 * borrower yet.
 */
export function newNumberOf({ app }: Pick<WorkCtx, 'app'>, row: store.Recovery): Recipient {
  return {
    borrowerId: null,
    phone: app.sealer.open('recovery phone', row.id, row.new_phone_sealed),
    locale: localeFrom(row.locale),
  };
}

/** Returns the Manila day by whose end staff must decide on a recovery requested at `askedAt`. */
export function answerDayOf(askedAt: Temporal.Instant, holidays: Holidays): Day {
  return addWorkingDays(wireDay(manilaDayOf(askedAt)), recoveryAnswerWorkingDays, holidays);
}

/**
 * Returns when to refuse a recovery that matches no account: a random second in the reviewers'
 * hours, on one of the working days within which staff decide.
 */
function refusalOf({ app, now }: Ctx): Temporal.Instant {
  const on = addWorkingDays(
    todayOf(now),
    newNumber(1, recoveryAnswerWorkingDays + 1),
    app.holidays,
  );
  const seconds = newNumber(callHours.from * 3600, callHours.until * 3600);
  return Temporal.PlainDate.from(on).toZonedDateTime(manila).add({ seconds }).toInstant();
}

/**
 * Returns whether the recovery is submitted, and the day by which staff must compare its pictures.
 */
export async function showAsked(
  { app }: Ctx,
  read: Read,
  { recoveryId }: Kept,
): Promise<DataOf<typeof recoveryPicture>> {
  const askedAt = (await store.findRecovery(read, recoveryId))?.asked_at ?? null;
  return { isAsked: askedAt !== null, answerBy: askedAt && answerDayOf(askedAt, app.holidays) };
}
