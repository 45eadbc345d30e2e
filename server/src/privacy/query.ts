// Handles /user/data/query, which returns a borrower's data in groups with masked values, staff
// accesses to the data, consents and requests.
import type { DataOf } from '@sandali/contract/call.ts';
import { type Day, hourMs } from '@sandali/contract/day.ts';
import type { DataRequestId } from '@sandali/contract/id.ts';
import { fullNameOf } from '@sandali/contract/personName.ts';
import { type MobileNumber, maskMobile } from '@sandali/contract/phone.ts';
import {
  type DataGroup,
  type DataRequestKind,
  dataGroups,
  dataQuery,
  staffRoles,
} from '@sandali/contract/privacy.ts';
import { hasFreshProof } from '#/account/account.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { consumeSliding } from '#/context/rate-limit.ts';
import { startOfIdNumber } from '#/data/identity.ts';
import { atOneMoment, type Db, inTx } from '#/db/database.ts';
import { wireDay, wireInstant } from '#/platform/days.ts';
import { refuse } from '#/platform/refuse.ts';
import { consentsOf } from './consents.ts';
import { latestSteps, type ShownData, shownDataOf, timesOf } from './personal-data.ts';

type Data = DataOf<typeof dataQuery>;
type Group = Data['groups'][number];

/** The legal basis for storing each group. */
const bases: Readonly<Record<DataGroup, Group['basis']>> = {
  account: 'contract',
  personal: 'contract',
  contacts: 'contract',
  work: 'contract',
  identity: 'law',
  drafts: 'contract',
  pictures: 'law',
  payoutAccounts: 'contract',
  loans: 'contract',
  messages: 'contract',
  devices: 'interest',
  feedback: 'interest',
  complaints: 'law',
};
/** The groups that the law requires the lender to retain once there is a loan. */
const keptByLaw: readonly DataGroup[] = [
  'account',
  'personal',
  'work',
  'identity',
  'pictures',
  'payoutAccounts',
  'loans',
  'messages',
  'complaints',
];

const looksAnHour = 60;

/**
 * Returns a summary of everything stored about the caller. Because the query is large, it uses a
 * single connection and each caller has an hourly limit.
 */
export async function dataOf(ctx: BorrowerCtx, read: Db): Promise<Data> {
  const { borrowerId } = ctx.who;
  const budget = {
    name: `data ${borrowerId}`,
    limit: looksAnHour,
    windowMs: hourMs,
    slides: true,
  } as const;
  if (!(await inTx(read, (tx) => consumeSliding(tx, [budget], ctx.wall))))
    refuse(dataQuery, 'tooManyRequests');
  const data = await atOneMoment(read, (tx) => shownDataOf(ctx, tx, borrowerId));
  const hasLoan = data.loans.length > 0;
  return {
    groups: dataGroups.map((name) => groupOf(data, name, hasLoan, data.deletion.heldUntil)),
    looks: data.looks.map(({ at, role, act, reason }) => ({
      at: wireInstant(at),
      role: knownRole(role),
      act,
      reason,
    })),
    consents: consentsOf(data),
    requests: data.requests.map((request) => ({
      requestId: request.requestId as DataRequestId,
      kind: request.kind as DataRequestKind,
      askedAt: wireInstant(request.askedAt),
      dueOn: wireDay(request.dueOn),
      answeredAt: request.answeredAt && wireInstant(request.answeredAt),
      outcome: request.outcome as Data['requests'][number]['outcome'],
      answer: request.answer,
    })),
    deletion: data.deletion,
    hasPassword: data.account.hasPassword,
    needsProof: !hasFreshProof(ctx),
  };
}

function groupOf(data: ShownData, name: DataGroup, hasLoan: boolean, heldUntil: Day | null): Group {
  const { count, firstAt, lastAt } = name === 'messages' ? data.messages : spanOf(data, name);
  const isKeptByLaw = hasLoan && keptByLaw.includes(name);
  return {
    name,
    count,
    firstAt: firstAt && wireInstant(firstAt),
    lastAt: lastAt && wireInstant(lastAt),
    shown: shownOf(data, name),
    basis: bases[name],
    keeping: isKeptByLaw ? 'law' : 'account',
    keptUntil: isKeptByLaw ? heldUntil : null,
  };
}

function spanOf(data: ShownData, name: Exclude<DataGroup, 'messages'>): ShownData['messages'] {
  const times = timesOf(data, name).sort(Temporal.Instant.compare);
  const count =
    name === 'contacts' ? latestSteps(data).contacts.length : countOf(name, times.length);
  return { count, firstAt: times[0] ?? null, lastAt: times.at(-1) ?? null };
}

/** Returns a group's count of records. A step copied to a second application is counted once. */
function countOf(name: DataGroup, times: number): number {
  return ['personal', 'work', 'identity'].includes(name) ? Math.min(times, 1) : times;
}

/**
 * Returns a few masked values by which the borrower can recognise the data, or none if the count is
 * enough.
 */
function shownOf(data: ShownData, name: DataGroup): string[] {
  const { personal, contacts, work, identity } = latestSteps(data);
  switch (name) {
    case 'account':
      return [maskMobile(data.account.phone as MobileNumber)];
    case 'personal':
      return personal ? [fullNameOf(personal)] : [];
    case 'contacts':
      return contacts.map(({ name, phone }) => `${name} · ${maskMobile(phone)}`);
    case 'work':
      return work?.employer ? [work.employer] : [];
    case 'identity':
      return identity ? [`${startOfIdNumber(identity.idNumber)}••••`] : [];
    case 'payoutAccounts':
      return data.payoutAccounts.map(
        ({ provider, number }) => `${provider} •••• ${number.slice(-4)}`,
      );
    case 'loans':
      return data.loans.map((loan) => loan.referenceNo);
    case 'complaints':
      return data.complaint.complaints.map((complaint) => complaint.number);
    default:
      return [];
  }
}

function knownRole(role: string | null): Data['looks'][number]['role'] {
  return staffRoles.find((known) => known === role) ?? null;
}
