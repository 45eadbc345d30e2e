// The staff commands that list, show and answer disputes about rejections.

import { zDisputeId } from '@sandali/contract/id.ts';
import { disputeOutcomes } from '@sandali/contract/rejection.ts';
import { zRequestWords } from '@sandali/contract/text.ts';
import { lockBorrower, recipientOf } from '#/account/account.ts';
import { choice, longText, naming, option, text, word } from '#/commands/arguments.ts';
import { command, type StaffCommand, type StaffCtx } from '#/commands/command.ts';
import { entity } from '#/commands/display.ts';
import { lookAt, type Sight } from '#/commands/looks.ts';
import { pageArguments, paged, pageLength, pageOf } from '#/commands/page.ts';
import { reviewAgain } from '#/credit/review/review-again.ts';
import type { Tx } from '#/db/database.ts';
import { todayOf, wireDay, wireInstant } from '#/platform/days.ts';
import { Declined, invariant } from '#/platform/refuse.ts';
import { answerDispute, type DisputeRow, findDispute, openDisputes } from './store.ts';

const roles = ['reviewer', 'compliance'] as const;
const disputeSight = (id: string): Sight => ({ kind: 'dispute', id });

async function mustFind(tx: Tx, id: string): Promise<DisputeRow> {
  const row = await findDispute(tx, id);
  if (!row) throw new Declined(`There is no dispute ${id}.`);
  return row;
}

function disputeView({ now }: StaffCtx, row: DisputeRow) {
  const dueOn = wireDay(row.due_on);
  return {
    id: row.id,
    person: row.borrower_id,
    decision: row.decision_id,
    askedAt: wireInstant(row.asked_at),
    dueOn,
    isLate: row.answered_at === null && dueOn < todayOf(now),
  };
}

const dispute = word(
  naming('dispute', text(zDisputeId)),
  'the dispute, as shown by dispute list',
  'id',
);

export const rejectionCommands: StaffCommand[] = [
  command({
    name: 'dispute list',
    menu: 'Cases',
    label: 'List disputed decisions',
    about: `Lists the unanswered disputes of rejections, the earliest due first, ${pageLength} a page.`,
    examples: [
      'dispute list',
      'dispute list --after 2026-11-18/019a9f00-0000-7000-8000-000000000001',
    ],
    kind: 'look',
    readsStandby: true,
    roles,
    arguments: pageArguments,
    run: async (ctx, tx, { after = null }) => {
      const { page, next } = pageOf(await openDisputes(tx, after), (row) => ({
        on: wireDay(row.due_on),
        id: row.id,
      }));
      return { data: { disputes: page.map((row) => disputeView(ctx, row)), next } };
    },
    shows: ({ table }) =>
      table(
        (data) => data.disputes,
        {
          id: (row) => entity('dispute', row.id),
          person: (row) => entity('person', row.person),
          decision: (row) => row.decision,
          asked: (row) => row.askedAt,
          due: (row) => row.dueOn,
          late: (row) => row.isLate,
        },
        {
          none: 'No dispute is open.',
          ...paged('dispute list'),
          isWell: (data) => data.disputes.every((row) => !row.isLate),
        },
      ),
  }),
  command({
    name: 'dispute show',
    menu: 'Cases',
    label: 'Show a disputed decision',
    about: 'Shows a dispute with its text.',
    examples: ['dispute show 019a9f00-0000-7000-8000-000000000001 --reason "dispute of today"'],
    kind: 'look',
    roles,
    aboutPerson: 'reported',
    arguments: { id: dispute },
    run: async (ctx, tx, { id }) => {
      const look = await lookAt(tx, disputeSight(id), ctx.who);
      const row = await mustFind(tx, id);
      const words = row.text_sealed && ctx.app.sealer.open('dispute', id, row.text_sealed);
      const dispute = { ...disputeView(ctx, row), words, outcome: row.outcome };
      return { data: { dispute }, person: row.borrower_id, detail: { dispute: id, ...look } };
    },
    shows: ({ record }) => record((data) => data.dispute),
  }),
  command({
    name: 'dispute answer',
    menu: 'Cases',
    label: 'Answer a dispute',
    about:
      'Answers a dispute. The answer is final and the borrower is notified. If upheld, the same application goes to manual review.',
    examples: [
      'dispute answer 019a9f00-0000-7000-8000-000000000001 --outcome upheld --words "Your payslip shows it." --reason "payslip seen"',
      'dispute answer 019a9f00-0000-7000-8000-000000000001 --outcome declined --words "The ID has expired." --reason "expired in May"',
    ],
    kind: 'change',
    seenFirst: 'dispute',
    roles,
    arguments: {
      id: dispute,
      outcome: option(choice(disputeOutcomes), 'the outcome'),
      words: option(longText(zRequestWords), 'the answer that the borrower reads'),
    },
    run: async (ctx, tx, { id, outcome, words }) => {
      const { app, now, who } = ctx;
      const { borrower_id: borrowerId, decision_id: decisionId } = await mustFind(tx, id);
      await lockBorrower(tx, borrowerId);
      if ((await mustFind(tx, id)).answered_at)
        throw new Declined('This dispute is already answered.');
      await ctx.looks.mustHaveSeen(tx, disputeSight(id), () => `dispute show ${id}`);
      const answerSealed = app.sealer.seal('dispute answer', id, words);
      invariant(
        await answerDispute(tx, id, { at: now, outcome, answerSealed, who }),
        'an open dispute can be answered',
      );
      // A borrower who has begun a new application continues with it.
      const next =
        outcome === 'upheld'
          ? await reviewAgain(ctx, tx, { borrowerId, decisionId, who, reason: ctx.reason ?? '' })
          : null;
      if (next === 'incomplete')
        throw new Declined(
          'The pictures of this application are deleted. Ask the borrower to send new ones.',
        );
      await app.notices.notify(
        ctx,
        tx,
        await recipientOf(app, tx, borrowerId),
        outcome === 'upheld' ? 'disputeUpheld' : 'disputeDeclined',
        undefined,
      );
      return {
        data: { dispute: { id, outcome, next } },
        person: borrowerId,
        detail: { dispute: id, outcome, next },
      };
    },
    shows: ({ lines }) =>
      lines(
        ({ dispute: { id, outcome, next } }) =>
          `${id} is ${outcome}${next === 'again' ? '; the application waits for manual review' : ''}`,
      ),
  }),
];
