// The staff commands that list, show, acknowledge, answer and close complaints.

import { zComplaintNumber } from '@sandali/contract/caseNumber.ts';
import { mostTurnsOfComplaint, picturesOfComplaint } from '@sandali/contract/cases.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import { zName, zRequestWords } from '@sandali/contract/text.ts';
import { lockBorrower, recipientOf } from '#/account/account.ts';
import {
  choice,
  day,
  id,
  joined,
  longText,
  naming,
  option,
  optional,
  text,
  whole,
  word,
} from '#/commands/arguments.ts';
import { command, type StaffCommand, type StaffCtx } from '#/commands/command.ts';
import { entity } from '#/commands/display.ts';
import { maskPhone } from '#/commands/mask.ts';
import { paged, pageLength, pageOf } from '#/commands/page.ts';
import type { Tx } from '#/db/database.ts';
import { manilaDayOf, manilaMinute, wireDay, wireInstant } from '#/platform/days.ts';
import { Declined, invariant } from '#/platform/refuse.ts';
import { watermark } from '#/platform/watermark.ts';
import { receiptPurpose } from './add-picture.ts';
import { writeToBorrower } from './answer.ts';
import { feedbackCommands } from './feedback/commands.ts';
import { stepsOf } from './list.ts';
import { clockOf, clockState, stateOf } from './rules.ts';
import { openComplaint, openTurn } from './sealed.ts';
import {
  type CountedComplaint,
  complaintOfNumber,
  complaintsToDo,
  fileOfPicture,
  recordStep,
} from './store.ts';
import { type TurnRow, turnsOfComplaint } from './turns.store.ts';

const seers = { roles: ['support', 'compliance', 'finance', 'manager'] } as const;

async function mustFind(tx: Tx, number: string): Promise<CountedComplaint> {
  const row = await complaintOfNumber(tx, number);
  if (!row) throw new Declined(`There is no complaint ${number}.`);
  return row;
}

/** Locks the complaint's borrower, then reads the complaint. */
async function lockComplaint(tx: Tx, number: string): Promise<CountedComplaint> {
  await lockBorrower(tx, (await mustFind(tx, number)).borrower_id);
  return await mustFind(tx, number);
}

function listed({ now }: StaffCtx, row: CountedComplaint) {
  const clock = clockOf(stepsOf(row));
  return {
    number: row.number,
    person: row.borrower_id,
    kind: row.kind,
    state: stateOf(stepsOf(row)),
    openedAt: wireInstant(row.opened_at),
    dueOn: clock && wireDay(clock),
    clock: clockState(clock, manilaDayOf(now)),
    turn: row.is_our_turn ? 'ours' : 'theirs',
    pictures: row.pictures,
  };
}

async function show(ctx: StaffCtx, tx: Tx, { number }: { number: string }) {
  const row = await mustFind(tx, number);
  const { sealer } = ctx.app;
  const { payment, words } = openComplaint(sealer, row.id, row.details_sealed);
  const at = (instant: Temporal.Instant | null) => instant && wireInstant(instant);
  const { phone } = await recipientOf(ctx.app, tx, row.borrower_id);
  const complaint = {
    ...listed(ctx, row),
    phone: ctx.mask.over('phone', phone, maskPhone),
    loan: row.loan_id,
    paidThrough: payment?.channel ?? null,
    paidOn: payment?.paidOn ?? null,
    amount: payment && formatPesos(payment.amountCentavos),
    reference: payment?.reference ?? null,
    words,
    acknowledgeOn: wireDay(row.acknowledge_on),
    resolveOn: wireDay(row.resolve_on),
    acknowledgedAt: at(row.acknowledged_at),
    acknowledgedBy: row.acknowledged_by,
    answeredAt: at(row.answered_at),
    answeredBy: row.answered_by,
    closedAt: at(row.closed_at),
    closedBy: row.closed_by,
  };
  const turns = (await turnsOfComplaint(tx, row)).map((turn) => turnForStaff(ctx, turn));
  return { data: { complaint, turns }, person: row.borrower_id, detail: { complaint: row.id } };
}

function turnForStaff({ app }: StaffCtx, row: TurnRow) {
  const { words, name } = openTurn(app.sealer, row.id, row.words_sealed);
  return {
    turn: row.number,
    at: manilaMinute(row.written_at),
    by: row.written_by ?? 'the borrower',
    shownAs: name,
    isAnswer: row.is_answer,
    words,
    picture: row.picture === null ? null : row.deleted_at ? 'deleted' : row.picture,
    kind: row.file_kind,
  };
}

type ShownTurn = ReturnType<typeof turnForStaff>;
function lineOf({ turn, at, by, shownAs, isAnswer, words, picture, kind }: ShownTurn): string {
  const writer = `${by}${shownAs ? ` as ${shownAs}` : ''}${isAnswer ? ' answered' : ''}`;
  return [
    `${turn}. ${at} ${writer}:`,
    words,
    picture && `[${kind === 'pdf' ? 'PDF' : 'picture'} ${picture}]`,
  ]
    .filter(Boolean)
    .join(' ');
}

async function acknowledge(ctx: StaffCtx, tx: Tx, { number }: { number: string }) {
  const row = await lockComplaint(tx, number);
  if (row.acknowledged_at) throw new Declined(`${number} is already ${stateOf(stepsOf(row))}.`);
  invariant(
    await recordStep(tx, row.id, 'acknowledged', { at: ctx.now, who: ctx.who }),
    'a locked complaint takes its step',
  );
  const to = await recipientOf(ctx.app, tx, row.borrower_id, row.id);
  await ctx.app.notices.notify(ctx, tx, to, 'complaintAcknowledged', { number });
  return {
    data: { complaint: { number, state: 'acknowledged' } },
    person: row.borrower_id,
    detail: { complaint: row.id },
  };
}

type StaffTurn = { number: string; words: string; name?: string | undefined };

async function write(ctx: StaffCtx, tx: Tx, { number, ...words }: StaffTurn, isAnswer: boolean) {
  const row = await lockComplaint(tx, number);
  if (row.closed_at)
    throw new Declined(`${number} is closed. Its borrower can reopen it by writing.`);
  if (isAnswer && row.answered_at)
    throw new Declined(`${number} is already answered. Write more with complaint write.`);
  // Reserve a complaint's last turn for the answer.
  if (!isAnswer && (await turnsOfComplaint(tx, row)).length >= mostTurnsOfComplaint - 1)
    throw new Declined(
      `${number} has room for one more message only. Send your answer with complaint answer.`,
    );
  await writeToBorrower(ctx, tx, row, { ...words, who: ctx.who, isAnswer });
  const state = isAnswer || row.answered_at ? 'answered' : 'acknowledged';
  return {
    data: { complaint: { number, state } },
    person: row.borrower_id,
    detail: { complaint: row.id },
  };
}

async function close(ctx: StaffCtx, tx: Tx, { number }: { number: string }) {
  const row = await lockComplaint(tx, number);
  if (row.closed_at) throw new Declined(`${number} is already closed.`);
  const by = { at: ctx.now, who: ctx.who };
  if (!row.answered_at) {
    // If the borrower wrote after an answer, for example to say thanks, staff need not answer
    // again.
    if (!(await turnsOfComplaint(tx, row)).some((turn) => turn.is_answer))
      throw new Declined(`${number} has no answer yet. Answer it first: complaint answer.`);
    invariant(await recordStep(tx, row.id, 'answered', by), 'a locked complaint takes its step');
  }
  invariant(await recordStep(tx, row.id, 'closed', by), 'a locked complaint takes its step');
  return {
    data: { complaint: { number, state: 'closed' } },
    person: row.borrower_id,
    detail: { complaint: row.id },
  };
}

const number = word(
  naming('case', text(zComplaintNumber, 'CS-…')),
  'the number, as shown by complaint list',
);
const complaintPlace = joined('/', { answered: choice(['yes', 'no']), on: day, id });
const step = { kind: 'change', roles: ['support', 'compliance'], arguments: { number } } as const;
const turnArguments = {
  number,
  words: option(longText(zRequestWords), 'the text for the person, in their language'),
  name: optional(
    option(
      text(zName),
      'the name that the person sees; “Sandali customer service” by default',
      'as',
    ),
  ),
};
const stateLine = ({ complaint }: { complaint: { number: string; state: string } }) =>
  `${complaint.number} is ${complaint.state}`;

const complaintCommands: StaffCommand[] = [
  command({
    name: 'complaint list',
    menu: 'Cases',
    label: 'List complaints',
    about: `Lists open complaints by deadline, and whose turn it is, ${pageLength} a page. Answered ones come last.`,
    examples: ['complaint list'],
    kind: 'look',
    readsStandby: true,
    ...seers,
    arguments: { after: optional(option(complaintPlace, 'the last row of the previous page')) },
    run: async (ctx, tx, { after = null }) => {
      const { page, next } = pageOf(await complaintsToDo(tx, after), (row) => ({
        answered: row.answered_at ? ('yes' as const) : ('no' as const),
        on: wireDay(row.deadline),
        id: row.id,
      }));
      return { data: { complaints: page.map((row) => listed(ctx, row)), next } };
    },
    shows: ({ table }) =>
      table(
        (data) => data.complaints,
        {
          number: (complaint) => entity('case', complaint.number),
          person: (complaint) => entity('person', complaint.person),
          kind: (complaint) => complaint.kind,
          state: (complaint) => complaint.state,
          opened: (complaint) => complaint.openedAt,
          due: (complaint) => complaint.dueOn,
          clock: (complaint) => complaint.clock,
          turn: (complaint) => complaint.turn,
          pictures: (complaint) => complaint.pictures,
        },
        {
          none: 'No complaint is open.',
          ...paged('complaint list'),
          isWell: (data) => data.complaints.every(({ clock }) => clock !== 'late'),
        },
      ),
  }),
  command({
    name: 'complaint show',
    menu: 'Cases',
    label: 'Show a complaint',
    about: 'Shows a complaint with its text, payment and conversation.',
    examples: ['complaint show CS-7KQ2-M4XX --reason "complaint of today"'],
    kind: 'look',
    ...seers,
    aboutPerson: 'reported',
    mayReveal: ['support', 'compliance'],
    arguments: { number },
    run: show,
    shows: ({ record }) =>
      record((data) => data.complaint, { lines: (data) => data.turns.map(lineOf) }),
  }),
  command({
    name: 'complaint photo',
    menu: 'Cases',
    label: 'Show a complaint’s picture',
    about:
      'Shows a picture of a complaint, marked with your name, or an unchanged PDF, for a few minutes. Open a PDF in isolation, because it comes from a stranger.',
    examples: [
      'complaint photo CS-7KQ2-M4XX --reason "the amount on the receipt"',
      'complaint photo CS-7KQ2-M4XX --which 2 --minutes 2 --reason "the second page"',
    ],
    kind: 'look',
    ...seers,
    aboutPerson: 'reported',
    arguments: {
      number,
      which: optional(
        option(whole(1, picturesOfComplaint), 'number of the picture or PDF; the first by default'),
        1,
      ),
    },
    run: async (_ctx, tx, { number, which }) => {
      const row = await mustFind(tx, number);
      const file = await fileOfPicture(tx, row.id, which);
      if (!file) throw new Declined(`${number} has no picture or PDF ${which}, or it was deleted.`);
      return {
        data: { number, which, kind: file.kind, fileName: file.file_name },
        person: row.borrower_id,
        detail: { complaint: row.id, which },
      };
    },
    answer: markedReceipt,
    shows: ({ picture }) =>
      picture(({ number, which, kind }) => `${number}-${which}.${kind === 'pdf' ? 'pdf' : 'jpg'}`),
  }),
  command({
    ...step,
    name: 'complaint acknowledge',
    menu: 'Cases',
    label: 'Acknowledge a complaint',
    seenFirst: { notNeeded: 'it tells the person that the complaint arrived' },
    about: 'Acknowledges a complaint, due within 2 days. The person gets a message.',
    examples: ['complaint acknowledge CS-7KQ2-M4XX --reason "taken on"'],
    run: acknowledge,
    shows: ({ lines }) => lines(stateLine),
  }),
  command({
    ...step,
    name: 'complaint write',
    menu: 'Cases',
    label: 'Write to a complainant',
    seenFirst: { notNeeded: 'it decides nothing; the person only reads a text' },
    about:
      'Writes a question or a status in the conversation of a complaint. The person gets a message. It acknowledges the complaint but does not answer it: the 30 days continue.',
    examples: [
      'complaint write CS-7KQ2-M4XX --words "Please send us a picture of the receipt." --reason "nothing found by the reference"',
      'complaint write CS-7KQ2-M4XX --words "We asked the gateway." --as Rosa --reason "asked the gateway"',
    ],
    arguments: turnArguments,
    run: async (ctx, tx, input) => await write(ctx, tx, input, false),
    shows: ({ lines }) => lines(stateLine),
  }),
  command({
    ...step,
    name: 'complaint answer',
    menu: 'Cases',
    label: 'Answer a complaint',
    seenFirst: { notNeeded: 'it moves no money, and the person may write again' },
    about:
      'Answers a complaint, due within 30 days. The person gets a message and may write again, which starts another 30 days.',
    examples: [
      'complaint answer CS-7KQ2-M4XX --words "Your payment of May 3 is on your bill now." --as Rosa --reason "found at the gateway"',
    ],
    arguments: turnArguments,
    run: async (ctx, tx, input) => await write(ctx, tx, input, true),
    shows: ({ lines }) => lines(stateLine),
  }),
  command({
    ...step,
    name: 'complaint close',
    menu: 'Cases',
    label: 'Close a complaint',
    seenFirst: { notNeeded: 'it moves no money, and the person may write again' },
    about:
      'Closes an answered complaint. The person can reopen it by writing within 30 days. Its pictures and PDF files are deleted after 90 days.',
    examples: ['complaint close CS-7KQ2-M4XX --reason "taken on"'],
    run: close,
    shows: ({ lines }) => lines(stateLine),
  }),
];

export const caseCommands: readonly StaffCommand[] = [...complaintCommands, ...feedbackCommands];

type ReceiptRequest = { number: string; which: number; kind: string; fileName: string };

/**
 * Returns a receipt for staff in base64: an unchanged PDF, or a JPEG with the viewer's name, the
 * complaint's number and the time as a watermark.
 */
async function markedReceipt(
  { app, who, now }: StaffCtx,
  { number, which, kind, fileName }: ReceiptRequest,
) {
  const plain = app.sealer.openBytes(receiptPurpose, fileName, await app.files.get(fileName));
  if (kind === 'pdf') return { number, which, kind, pdf: plain.toString('base64') };
  const marked = await watermark(plain, `${who} ${number} ${manilaMinute(now)}`);
  return { number, which, kind, jpeg: marked.toString('base64') };
}
