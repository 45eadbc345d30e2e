// /user/data/query: what is held, in groups, with masked values; who looked; consents; requests.
import type { DataOf } from '@sandali/contract/call.ts';
import type { Day } from '@sandali/contract/day.ts';
import type { DataRequestId } from '@sandali/contract/id.ts';
import type { MobileNumber } from '@sandali/contract/mobile.ts';
import { maskMobile } from '@sandali/contract/phone.ts';
import { type DataGroup, type DataRequestKind, dataGroups, type dataQuery, staffRoles } from '@sandali/contract/privacy.ts';
import { hasFreshProof } from '#/account/account.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { startOfIdNumber } from '#/data/identity.ts';
import type { Read } from '#/db/database.ts';
import { wireDay, wireInstant } from '#/platform/days.ts';
import { consentsOf } from './consents.ts';
import { deletionFor, latestGiven, type PersonalData, personalDataOf, timesOf } from './held.ts';

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
/** What the records of a loan and of who took it are made of: once there is a loan, the law keeps these. */
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

/** What is held about me. */
export async function dataOf(ctx: BorrowerCtx, read: Read): Promise<Data> {
  const { borrowerId } = ctx.who;
  const [held, deletion] = await Promise.all([personalDataOf(ctx, read, borrowerId), deletionFor(read, borrowerId, ctx.now)]);
  const hasLoan = held.loan.loans.length > 0;
  return {
    groups: dataGroups.map((name) => groupOf(held, name, hasLoan, deletion.heldUntil)),
    looks: held.looks.map(({ at, role, act, reason }) => ({ at: wireInstant(at), role: knownRole(role), act, reason })),
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
    deletion,
    hasPassword: held.account.hasPassword,
    needsProof: !hasFreshProof(ctx),
  };
}

function groupOf(held: PersonalData, name: DataGroup, hasLoan: boolean, heldUntil: Day | null): Group {
  const times = timesOf(held, name).sort(Temporal.Instant.compare);
  const isKeptByLaw = hasLoan && ofRecords.includes(name);
  const [first, last] = [times[0], times.at(-1)];
  return {
    name,
    count: name === 'contacts' ? latestGiven(held).contacts.length : countOf(name, times.length),
    firstAt: first ? wireInstant(first) : null,
    lastAt: last ? wireInstant(last) : null,
    shown: shownOf(held, name),
    basis: bases[name],
    keeping: isKeptByLaw ? 'law' : 'account',
    keptUntil: isKeptByLaw ? heldUntil : null,
  };
}

/** A step that was carried over into a second application is still one statement. */
function countOf(name: DataGroup, times: number): number {
  return ['personal', 'work', 'identity'].includes(name) ? Math.min(times, 1) : times;
}

/** A few values by which somebody knows what is meant; the groups that have none are shown by their count. */
function shownOf(held: PersonalData, name: DataGroup): string[] {
  const { personal, contacts, work, identity } = latestGiven(held);
  switch (name) {
    case 'account':
      return [maskMobile(held.account.phone as MobileNumber)];
    case 'personal':
      return personal ? [[personal.firstName, personal.middleName, personal.lastName].filter(Boolean).join(' ')] : [];
    case 'contacts':
      return contacts.map((one) => `${one.name} · ${maskMobile(one.phone)}`);
    case 'work':
      return work?.employer ? [work.employer] : [];
    case 'identity':
      return identity ? [`${startOfIdNumber(identity.idNumber)}••••`] : [];
    case 'payoutAccounts':
      return held.payoutAccounts.map((one) => `${one.provider} •••• ${one.number.slice(-4)}`);
    case 'loans':
      return held.loan.loans.map((one) => one.referenceNo);
    case 'complaints':
      return held.complaint.complaints.map((one) => one.number);
    default:
      return [];
  }
}

function knownRole(role: string | null): Data['looks'][number]['role'] {
  return staffRoles.find((known) => known === role) ?? null;
}
