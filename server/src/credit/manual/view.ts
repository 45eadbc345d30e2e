// A reviewer's view of the queue and of one application. Identifying data is masked.

import type { Work } from '@sandali/contract/credit.ts';
import { zeroCentavos } from '@sandali/contract/money.ts';
import { fullNameOf } from '@sandali/contract/personName.ts';
import { phoneOf } from '#/account/account.ts';
import { type Mask, maskIdNumber, maskName, maskNumber, maskPhone } from '#/commands/mask.ts';
import { type Place, pageOf } from '#/commands/page.ts';
import { grantableLimitsOf } from '#/credit/review/grantable-limits.ts';
import { findingShown, findingsOf } from '#/credit/review/why.ts';
import { ageOn } from '#/credit/rules.ts';
import { openStep } from '#/credit/sealed.ts';
import {
  type ApplicationRow,
  allApplications,
  applicationById,
  applicationsById,
  type DecisionRow,
  decisionsOn,
  type Latest,
} from '#/credit/store.ts';
import { placeNames } from '#/data/geography.ts';
import type { Read } from '#/db/database.ts';
import { type Moment, manilaDayOf, shownAt, wireDay, wireInstant } from '#/platform/days.ts';
import { invariant } from '#/platform/refuse.ts';
import { applicationHashOf } from './decide.ts';
import { callGuidance, sentencesForBorrower, warningOfIdNumber } from './guidance.ts';
import { isLeased, type StaffWork } from './lease.ts';
import { type RequestRow, requestsOf } from './picture-requests.store.ts';
import { isOpenProposal, isRequestOpen } from './rules.ts';
import * as store from './store.ts';

const mostLikeness = 5;
type Seeing = StaffWork & { mask: Mask };

/**
 * Returns a page of the queue, oldest first. `isLate` marks applications that have raised an alarm
 * and that nobody has taken.
 */
export async function queueView(ctx: Seeing, read: Read, after: Place | null) {
  const { page: rows, next } = pageOf(
    await store.waitingForPerson(read, { now: ctx.now, after }),
    (row) => ({ on: row.waitingSince.toString(), id: row.applicationId }),
  );
  const ids = rows.map((row) => row.applicationId);
  const [proposals, applications] = await Promise.all([
    store.proposalsOf(read, ids),
    applicationsById(read, ids),
  ]);
  const applicationsShown = rows.map((row) => {
    const latest = applications.find((application) => application.row.id === row.applicationId);
    invariant(latest, 'a queued application is missing');
    const proposal = proposals.find((open) => open.application_id === row.applicationId);
    return {
      application: row.applicationId,
      name: nameUnder(ctx, latest.row),
      waitingSince: wireInstant(row.waitingSince),
      waitingMinutes: minutesBetween(row.waitingSince, ctx.now),
      callBackAt: Temporal.Instant.compare(row.dueAt, ctx.now) > 0 ? wireInstant(row.dueAt) : null,
      rules: latest.decision ? rulesIn(latest.decision).map((finding) => finding.rule) : [],
      holder: holderView(row, ctx),
      proposal: proposal ? proposalView(ctx, latest, proposal) : null,
      isLate: row.alarmStep > 0,
    };
  });
  return { applications: applicationsShown, next };
}

/** Omits the facts of each finding, because not every reader of the queue may see them. */
function rulesIn({ rules_fired: fired }: DecisionRow) {
  return findingsOf(fired).map(({ rule, says }) => ({ rule, says }));
}

/** Returns a submitted application, waiting or decided; null if it does not exist or was erased. */
export async function applicationView(ctx: Seeing, read: Read, applicationId: string) {
  const latest = await applicationById(read, applicationId);
  if (!latest?.row.submitted_at || latest.row.erased_at) return null;
  const { row } = latest;
  const [waiting, decisions, calls, [proposal], requests] = await Promise.all([
    store.findWaiting(read, applicationId),
    decisionsOn(read, applicationId),
    store.callsOf(read, [applicationId]),
    store.proposalsOf(read, [applicationId]),
    requestsOf(read, [applicationId]),
  ]);
  const pictureRequests = requests.map((request) => requestView(ctx, request));
  const isPictureRequested = pictureRequests.some(({ outcome }) => outcome === 'open');
  const steps = await stepsView(ctx, read, row);
  const view = {
    application: applicationId,
    person: row.borrower_id,
    number: row.number,
    submittedAt: wireInstant(row.submitted_at ?? ctx.now),
    waitingSince: waiting ? wireInstant(waiting.waitingSince) : null,
    waitingMinutes: waiting ? minutesBetween(waiting.waitingSince, ctx.now) : null,
    callBackAt:
      waiting && !isPictureRequested && Temporal.Instant.compare(waiting.dueAt, ctx.now) > 0
        ? wireInstant(waiting.dueAt)
        : null,
    holder: waiting ? holderView(waiting, ctx) : null,
    decisions: decisions.map((decision) => ({
      at: wireInstant(decision.decided_at),
      by: decision.decided_by,
      outcome: decision.outcome,
      reasonGroup: decision.reason_group,
      limitCentavos: decision.limit_centavos === null ? null : Number(decision.limit_centavos),
      rulesVersion: decision.rules_version,
      screened: decision.screened as Record<string, number | null> | null,
      findings: findingsOf(decision.rules_fired).map((finding) => findingShown(ctx.mask, finding)),
    })),
    ...(await limitsOf(ctx, row)),
    limits: limitRules(ctx),
    proposal: proposal ? proposalView(ctx, latest, proposal) : null,
    calls: calls.map((call) => callView(ctx, call)),
    pictureRequests,
    ...steps,
    accounts: await accountsView(ctx, read, row.borrower_id),
    calling: await callGuidance(ctx, steps.name),
    borrowerReads: sentencesForBorrower(),
    likeness: await store.likeness(read, {
      borrowerId: row.borrower_id,
      idNumberHash: row.id_number_hash,
      deviceId: row.device_id,
      pictureIds: [row.front_picture_id, row.selfie_picture_id].filter((id) => id !== null),
      limit: mostLikeness,
    }),
    earlier: await earlierView(read, row),
  };
  return { borrowerId: row.borrower_id, seen: view };
}

function callView({ app: { sealer }, mask }: Seeing, call: store.CallRow) {
  return {
    at: wireInstant(call.called_at),
    by: call.called_by,
    result: call.result,
    callBackAt: call.call_back_at && wireInstant(call.call_back_at),
    note: mask.over(
      'callNote',
      call.note_sealed && sealer.open('review note', call.id, call.note_sealed),
      () => 'noted',
    ),
  };
}

function requestView({ now }: StaffWork, request: RequestRow) {
  const isOpen = request.ended_at === null && isRequestOpen(request.ends_on, manilaDayOf(now));
  return {
    at: wireInstant(request.asked_at),
    by: request.asked_by,
    which: request.purpose === 'selfie' ? ('selfie' as const) : ('front' as const),
    fault: request.fault,
    until: wireDay(request.ends_on),
    outcome: isOpen ? ('open' as const) : (request.ended_as ?? 'expired'),
    endedAt: request.ended_at && wireInstant(request.ended_at),
  };
}

async function stepsView({ app: { sealer }, mask, now }: Seeing, read: Read, row: ApplicationRow) {
  const personal = openStep(sealer, 'personal', row.borrower_id, row.personal_sealed);
  const contacts = openStep(sealer, 'contacts', row.borrower_id, row.contacts_sealed);
  const work = openStep(sealer, 'work', row.borrower_id, row.work_sealed);
  const identity = openStep(sealer, 'identity', row.borrower_id, row.identity_sealed);
  invariant(personal && contacts && work && identity, 'a submitted application is incomplete');
  const { firstName, middleName, lastName, bornOn, address, facebookLink } = personal;
  const { birthPlace, nationality, gender, maritalStatus, residenceYears, housingType, education } =
    personal;
  const place = placeOf(personal);
  const workPlace = placeOf(work);
  return {
    name: mask.over('name', fullNameOf({ firstName, middleName, lastName }), maskName),
    phone: mask.over('phone', await phoneOf(read, sealer, row.borrower_id), maskPhone),
    personal: {
      birthPlace,
      nationality,
      gender,
      maritalStatus,
      residenceYears,
      housingType,
      education,
      age: ageOn(bornOn, manilaDayOf(now)),
      bornOn: mask.over('bornOn', bornOn, (day) => day.slice(0, 4)),
      address: mask.over(
        'address',
        `${address}, ${place.barangay}, ${place.city}, ${place.province}`,
        () => `${place.city}, ${place.province}`,
      ),
      facebookLink: mask.over('facebookLink', facebookLink, () => 'given'),
    },
    contacts: contacts.map((contact) => ({
      name: mask.over('contactName', contact.name, maskName),
      phone: mask.over('contactPhone', contact.phone, maskPhone),
      relationship: contact.relationship,
    })),
    work: {
      employmentType: work.employmentType,
      employer: work.employer,
      position: work.position,
      workPhone: mask.over('workPhone', work.workPhone, maskNumber),
      address: mask.over(
        'workAddress',
        work.address
          ? `${work.address}, ${workPlace.barangay}, ${workPlace.city}, ${workPlace.province}`
          : null,
        () => `${workPlace.city}, ${workPlace.province}`,
      ),
      incomeBand: work.incomeBand,
      payday: work.payday,
      servicePeriod: work.servicePeriod,
      fundSource: work.fundSource,
    },
    identity: {
      idType: identity.idType,
      idNumber: mask.over('idNumber', identity.idNumber, maskIdNumber),
      idExpiresOn: identity.idExpiresOn,
      warning: warningOfIdNumber([identity.idType, identity.idNumber]),
    },
  };
}

async function accountsView({ app, mask }: Seeing, read: Read, borrowerId: string) {
  const accounts = await app.ports.credit.payoutAccountsOf({ app }, read, borrowerId);
  return accounts.map(({ ownerName, ...account }) => ({
    ...account,
    ownerName: mask.over('accountName', ownerName, maskName),
  }));
}

/**
 * Returns the names of a workplace's province, city and barangay, or the codes if the names are
 * unknown. All are empty for a borrower without a job.
 */
function placeOf(of: Pick<Work, 'provinceCode' | 'cityCode' | 'barangayCode'>) {
  const codes = {
    province: of.provinceCode ?? '',
    city: of.cityCode ?? '',
    barangay: of.barangayCode ?? '',
  };
  return placeNames(codes) ?? codes;
}

function nameUnder({ app: { sealer }, mask }: Seeing, row: ApplicationRow): string | null {
  const personal = openStep(sealer, 'personal', row.borrower_id, row.personal_sealed);
  return personal && mask.over('name', fullNameOf(personal), maskName);
}

function limitRules({ app: { catalogue } }: StaffWork) {
  const { minimumCentavos, maximumCentavos, stepCentavos } = catalogue.amounts;
  const { twoPeopleAboveCentavos } = catalogue.line;
  return { minimumCentavos, maximumCentavos, stepCentavos, twoPeopleAboveCentavos };
}

async function limitsOf(ctx: StaffWork, row: ApplicationRow) {
  if (!row.work_sealed)
    return { firstLimitCentavos: null, affordableCentavos: null, belowShare: null };
  const { usualCentavos, mostCentavos, isBelowShare, asksPerson } = await grantableLimitsOf(
    ctx,
    row,
  );
  const belowShare = isBelowShare ? { asksPerson, mostCentavos } : null;
  if (isBelowShare)
    return { firstLimitCentavos: zeroCentavos, affordableCentavos: zeroCentavos, belowShare };
  return { firstLimitCentavos: usualCentavos, affordableCentavos: mostCentavos, belowShare };
}

function proposalView(ctx: StaffWork, latest: Latest, row: store.ProposalRow) {
  const facts = { lapsesAt: row.expires_at, applicationHash: row.application_hash };
  return {
    limitCentavos: Number(row.limit_centavos),
    by: row.proposed_by,
    at: wireInstant(row.proposed_at),
    lapsesAt: wireInstant(row.expires_at),
    hasLapsed: !isOpenProposal(facts, {
      now: ctx.now,
      applicationHash: applicationHashOf(ctx, latest),
    }),
    reason: row.reason_sealed && ctx.app.sealer.open('review note', row.id, row.reason_sealed),
  };
}

async function earlierView(read: Read, row: ApplicationRow) {
  const applications = await allApplications(read, row.borrower_id);
  return applications
    .filter((application) => application.row.number < row.number)
    .map(({ row: { id, number, submitted_at: submittedAt }, decision }) => ({
      application: id,
      number,
      submittedAt: submittedAt && wireInstant(submittedAt),
      outcome: decision?.outcome ?? null,
      reasonGroup: decision?.reason_group ?? null,
      decidedBy: decision?.decided_by ?? null,
    }));
}

function holderView(row: store.Waiting, moment: Moment) {
  return isLeased(row, moment.wall) && row.takenUntil
    ? { by: row.takenBy, until: wireInstant(shownAt(row.takenUntil, moment)) }
    : null;
}

function minutesBetween(from: Temporal.Instant, to: Temporal.Instant): number {
  return Math.max(0, Math.floor((to.epochMilliseconds - from.epochMilliseconds) / 60_000));
}
