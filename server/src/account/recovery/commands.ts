// Staff commands that recover accounts whose owners have lost both phone and number. Two people
// compare the pictures, and the account gets the new number after the waiting period.

import type { MobileNumber } from '@sandali/contract/phone.ts';
import * as v from 'valibot';
import {
  borrowerOfPhone,
  exportPersonalData,
  lockBorrower,
  openSessionCounts,
  peopleOf,
  phoneChangeableFrom,
  recipientOf,
} from '#/account/person.ts';
import { choice, idOf, naming, option, text, word } from '#/commands/arguments.ts';
import {
  command,
  type StaffAnswer,
  type StaffCommand,
  type StaffCtx,
  type Waiting,
  type WaitingAt,
} from '#/commands/command.ts';
import { entity } from '#/commands/display.ts';
import { lookAt, type Sight } from '#/commands/looks.ts';
import { maskIdNumber, maskName, maskPhone } from '#/commands/mask.ts';
import { afterRow, paged, pageOf } from '#/commands/page.ts';
import type { Read, Tx } from '#/db/database.ts';
import { manilaDayOf, manilaMinute, shownAt, wireInstant } from '#/platform/days.ts';
import { Declined, invariant } from '#/platform/refuse.ts';
import { watermark } from '#/platform/watermark.ts';
import { plainMoment } from '#/texts/written-day.ts';
import { answerDayOf, newNumberOf, recoveryPicturePurpose } from './picture.ts';
import { endUnsuccessfully } from './stop.ts';
import * as store from './store.ts';

type Input = { recovery: string };
type Which = (typeof pictures)[number];

/** Two pictures from the recovery request, and two from the newest application. */
const pictures = ['front', 'selfie', 'knownFront', 'knownSelfie'] as const;

/**
 * Returns a recovery and its borrower.
 * @throws Declined if it does not exist or matches no account
 */
async function mustFind(
  tx: Tx,
  id: string,
  isLocked = false,
): Promise<{ row: store.Recovery; borrowerId: string; askedAt: Temporal.Instant }> {
  const recovery = await store.findRecovery(tx, id);
  if (!recovery?.borrower_id || !recovery.asked_at)
    throw new Declined(`There is no recovery ${id}.`);
  if (isLocked) await lockBorrower(tx, recovery.borrower_id);
  const row = await store.findRecovery(tx, id, { isLocked });
  invariant(row, 'a recovery with a borrower is not deleted');
  return { row, borrowerId: recovery.borrower_id, askedAt: recovery.asked_at };
}

/** Locks and returns a recovery. @throws Declined if it is closed */
async function mustBeOpen(tx: Tx, id: string) {
  const recovery = await mustFind(tx, id, true);
  const { ended_at, ended_as } = recovery.row;
  if (ended_at) throw new Declined(`This recovery has ended: ${ended_as}.`);
  return recovery;
}

function stateOf({ ended_as, effective_from, approval_id, approved_at }: store.Recovery): string {
  if (ended_as) return ended_as;
  if (approved_at && effective_from) return `approved, from ${manilaMinute(effective_from)}`;
  return approval_id ? 'proposed' : 'waits';
}

function listed({ app, now }: StaffCtx, row: store.Recovery) {
  invariant(row.asked_at, 'a listed recovery has been requested');
  const answerBy = answerDayOf(row.asked_at, app.holidays);
  const isLate = !row.approved_at && !row.ended_at && manilaDayOf(now).toString() > answerBy;
  return {
    recovery: row.id,
    person: row.borrower_id,
    state: stateOf(row),
    askedAt: wireInstant(row.asked_at),
    answerBy,
    isLate,
  };
}

async function show(ctx: StaffCtx, tx: Tx, { recovery }: Input) {
  const look = await lookAt(tx, recoverySight(recovery), ctx.who);
  const { row, borrowerId } = await mustFind(tx, recovery);
  const { app, mask } = ctx;
  const personalData = await exportPersonalData(tx, app.sealer, borrowerId);
  const lastSeen = personalData.sessions
    .map(({ lastSeenAt }) => lastSeenAt)
    .toSorted(Temporal.Instant.compare)
    .at(-1);
  const earlier = (await store.recoveriesOf(tx, borrowerId)).filter(({ id }) => id !== row.id);
  const shown = {
    ...listed(ctx, row),
    name: mask.over('name', personalData.name, maskName),
    idNumber: mask.over(
      'idNumber',
      await app.ports.account.idNumberOf(app, tx, borrowerId),
      maskIdNumber,
    ),
    phone: mask.over('phone', personalData.phone, maskPhone),
    newPhone: mask.over('phone', newNumberOf(ctx, row).phone, maskPhone),
    numbersBefore: personalData.formerPhones.length,
    openSessions: (await openSessionCounts(tx, borrowerId, ctx.wall)).sessions,
    lastSeenAt: lastSeen ? wireInstant(shownAt(lastSeen, ctx)) : null,
    earlier: earlier.map((past) => `${manilaMinute(past.begun_at)} ${stateOf(past)}`),
  };
  return { data: { recovery: shown }, person: borrowerId, detail: { recovery: row.id, ...look } };
}

type RequestedPicture = {
  recovery: string;
  which: Which;
  borrowerId: string;
  fileName: string | null;
};

async function findPicture(
  { who }: StaffCtx,
  tx: Tx,
  { recovery, which }: Input & { which: Which },
) {
  const look = await lookAt(tx, recoverySight(recovery), who, which);
  const { row, borrowerId } = await mustFind(tx, recovery);
  const pictures = await store.picturesOf(tx, row.id);
  const purpose = which === 'front' || which === 'knownFront' ? 'idFront' : 'selfie';
  const isKnown = which.startsWith('known');
  const fileName = isKnown
    ? null
    : (pictures.find((picture) => picture.purpose === purpose)?.file_name ?? null);
  if (!isKnown && !fileName) throw new Declined('This picture is deleted.');
  const picture: RequestedPicture = { recovery: row.id, which, borrowerId, fileName };
  return { data: picture, person: borrowerId, detail: { recovery: row.id, which, ...look } };
}

/** Returns the picture as a base64 JPEG with a watermark that names the viewer. */
async function markedPicture(
  { app, who, now }: StaffCtx,
  { recovery, which, borrowerId, fileName }: RequestedPicture,
) {
  const plain = fileName
    ? app.sealer.openBytes(recoveryPicturePurpose, fileName, await app.files.get(fileName))
    : await app.ports.account.knownPicture(
        app,
        app.db,
        borrowerId,
        which === 'knownFront' ? 'idFront' : 'selfie',
      );
  if (!plain) throw new Declined('No picture of this kind is known.');
  const marked = await watermark(plain, `${who} ${recovery.slice(0, 8)} ${manilaMinute(now)}`);
  return { recovery, which, jpeg: marked.toString('base64') };
}

const recoverySight = (id: string): Sight => ({ kind: 'recovery', id });

type Approved = { recovery: string; outcome: string; effectiveFrom?: string };

/**
 * Proposes or confirms the approval of a recovery. Both people must have seen all four pictures.
 */
async function approve(ctx: StaffCtx, tx: Tx, { recovery }: Input): Promise<StaffAnswer<Approved>> {
  const { app, now, approvals, looks } = ctx;
  const { row, borrowerId } = await mustBeOpen(tx, recovery);
  if (row.approved_at) throw new Declined('This recovery is approved already.');
  await looks.mustHaveSeen(tx, recoverySight(row.id), (part) =>
    part === 'facts' ? `recovery show ${row.id}` : `recovery pictures ${row.id} --which ${part}`,
  );
  const { recoveryHoldHours } = app.rulesOn(manilaDayOf(now));
  const effectiveFrom = now.add({ hours: recoveryHoldHours });
  await mustBePossible(ctx, tx, { row, borrowerId, effectiveFrom });
  if (!row.approval_id) {
    await store.setApproval(
      tx,
      row.id,
      await approvals.propose(tx, 'recovery', { isReasonKept: false }),
    );
    const data = { recovery: row.id, outcome: 'proposed' };
    return { data, person: borrowerId, detail: data };
  }
  await approvals.confirm(tx, row.approval_id);
  await store.setApproved(tx, row.id, now, effectiveFrom);
  const { telephone } = await app.settings.all();
  const [owner, asker] = [await recipientOf(app, tx, borrowerId), newNumberOf(ctx, row)];
  const last4 = asker.phone.slice(-4);
  await app.notices.notify(ctx, tx, owner, 'recoveryApproved', {
    on: plainMoment(owner.locale, effectiveFrom),
    last4,
    telephone,
  });
  await app.notices.notify(ctx, tx, asker, 'recoveryComing', {
    on: plainMoment(asker.locale, effectiveFrom),
  });
  const data = { recovery: row.id, outcome: 'approved', effectiveFrom: wireInstant(effectiveFrom) };
  return { data, person: borrowerId, detail: data };
}

/** @throws Declined if the number was changed too recently, or if another account has it */
async function mustBePossible(
  { app, now }: StaffCtx,
  tx: Tx,
  {
    row,
    borrowerId,
    effectiveFrom,
  }: { row: store.Recovery; borrowerId: string; effectiveFrom: Temporal.Instant },
): Promise<void> {
  const day = manilaDayOf(effectiveFrom);
  const on = await phoneChangeableFrom(app, tx, borrowerId, day);
  if (on) {
    const { recoveryHoldHours } = app.rulesOn(manilaDayOf(now));
    const { phoneChangeDays } = app.rulesOn(day);
    throw new Declined(
      `The number changed less than ${phoneChangeDays} days ago. It can change again from ${on}: approve at most ${recoveryHoldHours} hours before.`,
    );
  }
  const { phone } = newNumberOf({ app }, row);
  if (await borrowerOfPhone(tx, app.sealer, phone as MobileNumber))
    throw new Declined('Another account has the new number now. Refuse this recovery.');
}

async function refuse(ctx: StaffCtx, tx: Tx, { recovery }: Input) {
  const { row, borrowerId } = await mustBeOpen(tx, recovery);
  const { telephone } = await ctx.app.settings.all();
  await endUnsuccessfully(ctx, tx, row, 'refused', telephone);
  return { data: { recovery: row.id }, person: borrowerId, detail: { recovery: row.id } };
}

async function waiting(read: Read, { ids, app }: WaitingAt): Promise<Waiting[]> {
  const rows = await store.recoveriesToApprove(read, ids);
  const people = await peopleOf(
    read,
    app.sealer,
    rows.map(({ borrower_id }) => borrower_id),
  );
  return rows.map((row) => {
    const phone = people.get(row.borrower_id)?.phone ?? null;
    return {
      id: row.approval_id,
      confirmedBy: 'recovery approve',
      what: row.id,
      facts: [
        {
          name: 'number',
          before: phone && maskPhone(phone),
          after: maskPhone(newNumberOf({ app }, row).phone),
        },
      ],
      input: { recovery: row.id },
      about: { as: 'recovery', id: row.id },
    };
  });
}

const recovery = word(
  naming('recovery', text(v.pipe(v.string(), v.uuid(), v.toLowerCase()))),
  'the recovery, as recovery list shows it',
  'id',
);
const reviewer = { roles: ['reviewer'], arguments: { recovery } } as const;

export const recoveryCommands: readonly StaffCommand[] = [
  command({
    name: 'recovery list',
    menu: 'Review',
    label: 'List recoveries',
    about:
      'Lists the recoveries of accounts whose phone and SIM are lost, the oldest first, 50 a page. Ends with exit code 1 if one was not answered in time.',
    examples: ['recovery list', 'recovery list --json'],
    kind: 'look',
    readsStandby: true,
    roles: ['reviewer', 'support', 'compliance'],
    arguments: afterRow(idOf('recovery')),
    run: async (ctx, tx, { after = null }) => {
      const { page, next } = pageOf(await store.recoveriesToAnswer(tx, after), ({ id }) => id);
      return { data: { recoveries: page.map((row) => listed(ctx, row)), next } };
    },
    shows: ({ table }) =>
      table(
        (data) => data.recoveries,
        {
          recovery: (row) => entity('recovery', row.recovery),
          person: (row) => entity('person', row.person),
          asked: (row) => row.askedAt,
          'answer by': (row) => `${row.answerBy}${row.isLate ? ' LATE' : ''}`,
          state: (row) => row.state,
        },
        {
          none: 'No recovery waits.',
          ...paged('recovery list'),
          isWell: (data) => data.recoveries.every(({ isLate }) => !isLate),
        },
      ),
  }),
  command({
    name: 'recovery show',
    menu: 'Review',
    label: 'Show a recovery',
    about:
      'Shows a recovery and its account: name, numbers and ID number, the last session, and earlier recoveries.',
    examples: [
      'recovery show 019a9f00-0000-7000-8000-000000000001 --reason "compares the pictures"',
    ],
    kind: 'look',
    roles: ['reviewer', 'support', 'compliance'],
    aboutPerson: 'reported',
    mayReveal: ['reviewer'],
    arguments: { recovery },
    run: show,
    shows: ({ record }) =>
      record(({ recovery: shown }) => [
        ['recovery', entity('recovery', shown.recovery)],
        ['person', entity('person', shown.person)],
        ['state', shown.state],
        ['asked', shown.askedAt],
        ['answer by', shown.answerBy],
        ['name', shown.name],
        ['ID number', shown.idNumber],
        ['number', shown.phone],
        ['new number', shown.newPhone],
        ['numbers before', shown.numbersBefore],
        ['open sessions', shown.openSessions],
        ['last seen', shown.lastSeenAt],
        ...shown.earlier.map((text) => ['earlier', text] as const),
      ]),
  }),
  command({
    name: 'recovery pictures',
    menu: 'Review',
    label: 'Show a recovery’s pictures',
    about:
      'Shows a picture of a recovery, or the one known from the application, marked with your name, for a few minutes.',
    examples: [
      'recovery pictures 019a9f00-0000-7000-8000-000000000001 --which selfie --reason "compares the face"',
      'recovery pictures 019a9f00-0000-7000-8000-000000000001 --which knownSelfie --minutes 2 --reason "compares the face"',
    ],
    kind: 'look',
    roles: reviewer.roles,
    aboutPerson: 'reported',
    arguments: { recovery, which: option(choice(pictures), 'which of the four') },
    run: findPicture,
    answer: markedPicture,
    shows: ({ picture }) => picture(({ which }) => `${which}.jpg`),
  }),
  command({
    ...reviewer,
    name: 'recovery approve',
    menu: 'Review',
    label: 'Approve a recovery',
    about:
      'Approves that all four pictures show one person. The account gets the new number 72 hours later, unless its owner stops it.',
    examples: [
      'recovery approve 019a9f00-0000-7000-8000-000000000001 --reason "same face, same card; phoned the new number"',
    ],
    kind: 'change',
    seenFirst: 'recovery',
    twoPeople: { act: 'recovery', waiting },
    run: approve,
    shows: ({ lines }) =>
      lines(({ effectiveFrom }) =>
        effectiveFrom === undefined
          ? 'proposed; another person approves it'
          : `approved; the number changes at ${effectiveFrom}. Both numbers get a message.`,
      ),
  }),
  command({
    ...reviewer,
    name: 'recovery refuse',
    menu: 'Review',
    label: 'Refuse a recovery',
    about:
      'Ends a recovery, approved or not: the account keeps its number, and the person who requested it gets an SMS, without the reason.',
    examples: ['recovery refuse 019a9f00-0000-7000-8000-000000000001 --reason "another face"'],
    kind: 'change',
    seenFirst: { notNeeded: 'the account stays unchanged, and its owner may ask again' },
    run: refuse,
    shows: ({ lines }) => lines(() => 'refused; the person who requested it gets an SMS.'),
  }),
];
