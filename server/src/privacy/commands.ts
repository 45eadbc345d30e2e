// The staff commands that list, show and answer requests about personal data.

import { zDataRequestId } from '@sandali/contract/id.ts';
import { dataRequestOutcomes } from '@sandali/contract/privacy.ts';
import { zRequestWords } from '@sandali/contract/text.ts';
import { lockBorrower, recipientOf } from '#/account/account.ts';
import { choice, longText, naming, option, text, word } from '#/commands/arguments.ts';
import { command, type StaffCommand, type StaffCtx } from '#/commands/command.ts';
import { entity } from '#/commands/display.ts';
import { lookAt, type Sight } from '#/commands/looks.ts';
import { pageArguments, paged, pageLength, pageOf } from '#/commands/page.ts';
import type { Tx } from '#/db/database.ts';
import { todayOf, wireDay } from '#/platform/days.ts';
import { Declined, invariant } from '#/platform/refuse.ts';
import { correctionCommands } from './correction/commands.ts';
import { deletionFor } from './personal-data.ts';
import { workingDaysLeft } from './rules.ts';
import { answerRequest, findRequest, openRequests, type RequestRow } from './store.ts';

async function mustFind(tx: Tx, id: string): Promise<RequestRow> {
  const row = await findRequest(tx, id);
  if (!row) throw new Declined(`There is no request ${id}.`);
  return row;
}

function requestView({ app, now }: StaffCtx, row: RequestRow) {
  const dueOn = wireDay(row.due_on);
  return {
    id: row.id,
    kind: row.kind,
    person: row.borrower_id,
    askedAt: row.asked_at.toString(),
    dueOn,
    workingDaysLeft: workingDaysLeft(todayOf(now), dueOn, app.holidays),
  };
}

const requestSight = (id: string): Sight => ({ kind: 'dataRequest', id });
const roles = ['support', 'reviewer', 'compliance'] as const;
const request = word(
  naming('dataRequest', text(zDataRequestId)),
  'the request, as shown by requests list',
  'id',
);

const requestCommands: StaffCommand[] = [
  command({
    name: 'requests list',
    menu: 'Cases',
    label: 'List data requests',
    about: `Lists unanswered requests about personal data (RA 10173) by due day, ${pageLength} a page.`,
    examples: [
      'requests list',
      'requests list --after 2026-11-18/019a9f00-0000-7000-8000-000000000001',
    ],
    kind: 'look',
    readsStandby: true,
    roles,
    arguments: pageArguments,
    run: async (ctx, tx, { after = null }) => {
      const { page, next } = pageOf(await openRequests(tx, after), (row) => ({
        on: wireDay(row.due_on),
        id: row.id,
      }));
      return { data: { requests: page.map((row) => requestView(ctx, row)), next } };
    },
    shows: ({ table }) =>
      table(
        (data) => data.requests,
        {
          id: (request) => entity('dataRequest', request.id),
          kind: (request) => request.kind,
          person: (request) => entity('person', request.person),
          asked: (request) => request.askedAt,
          due: (request) => request.dueOn,
          'working days left': (request) => request.workingDaysLeft,
        },
        {
          none: 'No request is open.',
          ...paged('requests list'),
          isWell: (data) => data.requests.every((request) => request.workingDaysLeft >= 0),
        },
      ),
  }),
  command({
    name: 'requests show',
    menu: 'Cases',
    label: 'Show a data request',
    about: 'Shows a request with its text.',
    examples: [
      'requests show 019a9f00-0000-7000-8000-000000000001 --reason "correction of an address"',
    ],
    kind: 'look',
    roles,
    aboutPerson: 'reported',
    arguments: { id: request },
    run: async (ctx, tx, { id }) => {
      const look = await lookAt(tx, requestSight(id), ctx.who);
      const row = await mustFind(tx, id);
      const words = row.text_sealed && ctx.app.sealer.open('data request', id, row.text_sealed);
      const request = { ...requestView(ctx, row), words, outcome: row.outcome };
      return { data: { request }, person: row.borrower_id, detail: { request: id, ...look } };
    },
    shows: ({ record }) => record((data) => data.request),
  }),
  command({
    name: 'requests answer',
    menu: 'Cases',
    label: 'Answer a data request',
    about:
      'Answers a request. The answer is final. The person gets a message and reads the answer in the app.',
    examples: [
      'requests answer 019a9f00-0000-7000-8000-000000000001 --outcome done --words "Your address is corrected." --reason "ticket 77"',
      'requests answer 019a9f00-0000-7000-8000-000000000001 --outcome refused --words "The law keeps it until 2031." --reason "legal hold"',
    ],
    kind: 'change',
    seenFirst: 'dataRequest',
    roles,
    arguments: {
      id: request,
      outcome: option(choice(dataRequestOutcomes), 'the outcome'),
      words: option(longText(zRequestWords), 'the text for the person'),
    },
    run: async (ctx, tx, { id, outcome, words }) => {
      const { app, now, who } = ctx;
      const { borrower_id: borrowerId, kind } = await mustFind(tx, id);
      await lockBorrower(tx, borrowerId);
      if ((await mustFind(tx, id)).answered_at)
        throw new Declined('This request is already answered.');
      if (
        kind === 'deletion' &&
        outcome === 'done' &&
        (await deletionFor(ctx, tx, borrowerId)).way === 'openLoan'
      )
        throw new Declined(
          'This account still has an open loan, so it cannot be deleted. Refuse the request with this reason.',
        );
      await ctx.looks.mustHaveSeen(tx, requestSight(id), () => `requests show ${id}`);
      const answerSealed = app.sealer.seal('data request answer', id, words);
      invariant(
        await answerRequest(tx, id, { at: now, outcome, answerSealed, who }),
        'a locked open request can be answered',
      );
      await app.notices.notify(
        ctx,
        tx,
        await recipientOf(app, tx, borrowerId),
        'dataRequestAnswered',
        undefined,
      );
      return {
        data: { request: { id, outcome } },
        person: borrowerId,
        detail: { request: id, outcome },
      };
    },
    shows: ({ lines }) =>
      lines((data) => `${data.request.id} is answered: ${data.request.outcome}`),
  }),
];

export const privacyCommands: readonly StaffCommand[] = [...correctionCommands, ...requestCommands];
