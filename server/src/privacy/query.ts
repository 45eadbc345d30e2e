// /user/data/query: what is held, in groups, with masked values; who looked; consents; requests.
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
import { consumeRateLimit } from '#/context/rate-limit.ts';
import { startOfIdNumber } from '#/data/identity.ts';
import { atOneMoment, inTx, type Read } from '#/db/database.ts';
import { wireDay, wireInstant } from '#/platform/days.ts';
import { refuse } from '#/platform/refuse.ts';
import { consentsOf } from './consents.ts';
import { latestGiven, type ShownData, shownDataOf, timesOf } from './personal-data.ts';

type Data = DataOf<typeof dataQuery>;
type Group = Data['groups'][number];

/** On what ground each group is held. */
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
/**
 * What the records of a loan and of who took it are made of: once there is a loan, the law keeps
 * these.
 */
const ofRecords: readonly DataGroup[] = [
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
 * What is held about me. It is much to read, so that it goes over one connection, and not too
 * often.
 */
export async function dataOf(ctx: BorrowerCtx, read: Read): Promise<Data> {
  const { borrowerId } = ctx.who;
  const budget = {
    name: `data ${borrowerId}`,
    limit: looksAnHour,
    windowMs: hourMs,
    slides: true,
  } as const;
  if (!(await inTx(read, (tx) => consumeRateLimit(tx, budget, ctx.wall))))
    refuse(dataQuery, 'tooManyRequests');
  const held = await atOneMoment(read, (tx) => shownDataOf(ctx, tx, borrowerId));
  const hasLoan = held.loans.length > 0;
  return {
    groups: dataGroups.map((name) => groupOf(held, name, hasLoan, held.deletion.heldUntil)),
    looks: held.looks.map(({ at, role, act, reason }) => ({
      at: wireInstant(at),
      role: knownRole(role),
      act,
      reason,
    })),
    consents: consentsOf(held),
    requests: held.requests.map((one) => ({
      requestId: one.requestId as DataRequestId,
      kind: one.kind as DataRequestKind,
      askedAt: wireInstant(one.askedAt),
      dueOn: wireDay(one.dueOn),
      answeredAt: one.answeredAt && wireInstant(one.answeredAt),
      outcome: one.outcome as Data['requests'][number]['outcome'],
      answer: one.answer,
    })),
    deletion: held.deletion,
    hasPassword: held.account.hasPassword,
    needsProof: !hasFreshProof(ctx),
  };
}

function groupOf(held: ShownData, name: DataGroup, hasLoan: boolean, heldUntil: Day | null): Group {
  const { count, firstAt, lastAt } = name === 'messages' ? held.messages : spanOf(held, name);
  const isKeptByLaw = hasLoan && ofRecords.includes(name);
  return {
    name,
    count,
    firstAt: firstAt && wireInstant(firstAt),
    lastAt: lastAt && wireInstant(lastAt),
    shown: shownOf(held, name),
    basis: bases[name],
    keeping: isKeptByLaw ? 'law' : 'account',
    keptUntil: isKeptByLaw ? heldUntil : null,
  };
}

function spanOf(held: ShownData, name: Exclude<DataGroup, 'messages'>): ShownData['messages'] {
  const times = timesOf(held, name).sort(Temporal.Instant.compare);
  const count =
    name === 'contacts' ? latestGiven(held).contacts.length : countOf(name, times.length);
  return { count, firstAt: times[0] ?? null, lastAt: times.at(-1) ?? null };
}

/** A step that was carried over into a second application is still one statement. */
function countOf(name: DataGroup, times: number): number {
  return ['personal', 'work', 'identity'].includes(name) ? Math.min(times, 1) : times;
}

/**
 * A few values by which somebody knows what is meant; the groups that have none are shown by their
 * count.
 */
function shownOf(held: ShownData, name: DataGroup): string[] {
  const { personal, contacts, work, identity } = latestGiven(held);
  switch (name) {
    case 'account':
      return [maskMobile(held.account.phone as MobileNumber)];
    case 'personal':
      return personal ? [fullNameOf(personal)] : [];
    case 'contacts':
      return contacts.map((one) => `${one.name} · ${maskMobile(one.phone)}`);
    case 'work':
      return work?.employer ? [work.employer] : [];
    case 'identity':
      return identity ? [`${startOfIdNumber(identity.idNumber)}••••`] : [];
    case 'payoutAccounts':
      return held.payoutAccounts.map((one) => `${one.provider} •••• ${one.number.slice(-4)}`);
    case 'loans':
      return held.loans.map((one) => one.referenceNo);
    case 'complaints':
      return held.complaint.complaints.map((one) => one.number);
    default:
      return [];
  }
}

function knownRole(role: string | null): Data['looks'][number]['role'] {
  return staffRoles.find((known) => known === role) ?? null;
}
