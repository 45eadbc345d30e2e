// Handles /user/data/export, which returns all personal data in one file. docs/lenders/privacy.md
// describes the JSON.
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import type { Work } from '@sandali/contract/credit.ts';
import { dayMs } from '@sandali/contract/day.ts';
import { type MobileNumber, maskMobile } from '@sandali/contract/phone.ts';
import { type DataRequestKind, dataExport, type ExportFormat } from '@sandali/contract/privacy.ts';
import {
  type FreshProof,
  hasFreshProof,
  needFreshProof,
  prepareFreshProof,
} from '#/account/account.ts';
import { audit } from '#/context/audit.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { allowsAnotherUse, consumeRateLimit, type RateLimit } from '#/context/rate-limit.ts';
import type { Done } from '#/context/write.ts';
import { sentPictures } from '#/credit/credit.ts';
import { placeNames } from '#/data/geography.ts';
import { atOneMoment, type Db, inTx, type Tx } from '#/db/database.ts';
import { nextRateLimitDay, todayOf, wireInstant } from '#/platform/days.ts';
import { printPaper } from '#/platform/pdf/paper.ts';
import { refuse } from '#/platform/refuse.ts';
import { writtenDay } from '#/texts/written-day.ts';
import { consentsOf } from './consents.ts';
import { paperOf } from './paper.ts';
import { type PersonalData, personalDataOf } from './personal-data.ts';

/** The version of the JSON. Every change of the JSON's shape increases it. */
export const exportVersion = 15;
const exportsADay = 20;

type Input = RequestOf<typeof dataExport>;
type Answer = DataOf<typeof dataExport>;
type Repeated = { again: true };

/**
 * Compares the password if one is required. Runs before the transaction because the comparison is
 * slow.
 */
export async function prepareExport(
  ctx: BorrowerCtx,
  read: Db,
  { password }: Input,
): Promise<FreshProof> {
  return await prepareFreshProof(ctx, read, password);
}

/** Checks that the borrower has recently proven their identity and has an export left today. */
export async function allowExport(
  ctx: BorrowerCtx,
  tx: Tx,
  { format }: Input,
  proof: FreshProof,
): Promise<Done<{ format: string }, Repeated>> {
  await needFreshProof(ctx, tx, dataExport, proof);
  if (!(await allowsAnotherUse(tx, copiesOf(ctx), ctx.wall))) refuseAsSpent(ctx);
  return { ids: { format } };
}

/**
 * Allows a repeated request only while the borrower's proof is fresh, so that knowing a request id
 * is not enough to get the data. A repeated request counts as another export.
 */
export async function allowAgain(ctx: BorrowerCtx, tx: Tx): Promise<Repeated> {
  if (!hasFreshProof(ctx)) refuse(dataExport, 'passwordNeeded');
  if (!(await allowsAnotherUse(tx, copiesOf(ctx), ctx.wall))) refuseAsSpent(ctx);
  return { again: true };
}

const copiesOf = ({ who }: BorrowerCtx): RateLimit => ({
  name: `export:${who.borrowerId}`,
  limit: exportsADay,
  windowMs: dayMs,
});

function refuseAsSpent({ now, wall, locale }: BorrowerCtx): never {
  refuse(dataExport, 'exportsSpent', { from: writtenDay(locale, nextRateLimitDay({ now, wall })) });
}

/**
 * Creates the file from the current state, outside any transaction. Counts and records only a
 * completed export, so a refusal by the busy printer does not use up the daily limit.
 */
export async function showExport(
  ctx: BorrowerCtx,
  read: Db,
  { format }: { format: string },
  repeated?: Repeated,
): Promise<Answer> {
  const file = await makeFile(ctx, read, format);
  await inTx(ctx.app.db, async (tx) => {
    if (!(await consumeRateLimit(tx, copiesOf(ctx), ctx.wall))) refuseAsSpent(ctx);
    const detail = { format, ...repeated };
    await audit(tx, {
      at: ctx.now,
      who: 'the borrower',
      act: 'dataExported',
      subject: ctx.who.borrowerId,
      detail,
    });
  });
  return file;
}

async function makeFile(ctx: BorrowerCtx, read: Db, format: string): Promise<Answer> {
  const data = await atOneMoment(read, (tx) => personalDataOf(ctx, tx, ctx.who.borrowerId));
  const name = `sandali-data-${todayOf(ctx.now)}.${format}`;
  if ((format as ExportFormat) === 'json') {
    const sent = await sentPictures(ctx.app, read, ctx.who.borrowerId);
    const text = JSON.stringify({ ...exportJson(data, ctx), sentPictures: sent }, null, 2);
    return { name, mediaType: 'application/json', bytes: Buffer.from(text).toString('base64') };
  }
  const { companyName } = await ctx.app.settings.all();
  const paper = paperOf(data, {
    locale: ctx.locale,
    now: ctx.now,
    lender: companyName,
    consents: consentsOf(data),
  });
  return {
    name,
    mediaType: 'application/pdf',
    bytes: (await printPaper(paper, { lane: 'copy', key: ctx.who.borrowerId })).toString('base64'),
  };
}

/** Returns the whole export as an object. In JSON, instants and days become ISO 8601 strings. */
function exportJson(data: PersonalData, { now, who }: Pick<BorrowerCtx, 'now' | 'who'>) {
  const { account, credit, loan } = data;
  const { sessions, agreements, ...own } = account;
  return {
    format: 'sandali personal data',
    version: exportVersion,
    madeAt: wireInstant(now),
    userGid: who.borrowerId,
    account: { ...own, agreements, devices: sessions },
    applications: credit.applications.map(({ personal, contacts, work, ...rest }) => ({
      ...rest,
      personal: personal && { ...personal, place: placeOf(personal) },
      contacts:
        contacts?.map(({ phone, ...contact }) => ({
          ...contact,
          phoneMasked: maskMobile(phone as MobileNumber),
        })) ?? null,
      work: work && { ...work, place: placeOf(work) },
    })),
    drafts: credit.drafts,
    pictures: credit.pictures,
    creditLine: credit.line,
    limits: data.limit.limits,
    quotaRequests: data.limit.requests,
    refusals: data.rejections.reasons,
    disputes: data.rejections.disputes,
    payoutAccounts: data.payoutAccounts,
    loans: loan.loans,
    quotes: loan.quotes,
    payouts: data.payouts,
    repaymentCodes: data.repayment.codes,
    receipts: data.repayment.receipts,
    refunds: data.refunds,
    messages: data.messages.messages,
    reminders: data.reminders,
    overdueCalls: data.collections.calls,
    feedback: data.feedback,
    complaints: data.complaint.complaints,
    complaintPictures: data.complaint.pictures,
    vouchers: data.vouchers,
    consents: consentsOf(data),
    corrections: data.corrections,
    requests: data.requests.map((row) => ({ ...row, kind: row.kind as DataRequestKind })),
    looks: data.looks,
  };
}

/** Returns the names of the province, city and barangay with these codes. */
function placeOf(of: Pick<Work, 'provinceCode' | 'cityCode' | 'barangayCode'>) {
  return placeNames({
    province: of.provinceCode ?? '',
    city: of.cityCode ?? '',
    barangay: of.barangayCode ?? '',
  });
}
