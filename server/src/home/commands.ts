// What staff does about people's requests: sees what is open and until when, reads one, answers it.
import { zDataRequestId } from '@sandali/contract/id.ts';
import { dataRequestOutcomes, zRequestWords } from '@sandali/contract/privacy.ts';
import * as v from 'valibot';
import { lockBorrower, told } from '#/account/account.ts';
import { Declined, type StaffCommand, type StaffCtx, staffCommand } from '#/commands/command.ts';
import type { Tx } from '#/db/database.ts';
import { manilaDayOf, wireDay } from '#/kit/days.ts';
import { correctionCommands } from './correction/commands.ts';
import { feedbackCommands } from './feedback-commands.ts';
import { deletionFor } from './privacy/held.ts';
import { workingDaysLeft } from './privacy/rules.ts';
import { answerRequest, findRequest, openRequests, type RequestRow } from './privacy/store.ts';

async function mustFind(tx: Tx, id: string): Promise<RequestRow> {
  const row = await findRequest(tx, id);
  if (!row) throw new Declined(`There is no request ${id}.`);
  return row;
}

function shown({ house, now }: StaffCtx, row: RequestRow) {
  const dueOn = wireDay(row.due_on);
  return {
    id: row.id,
    kind: row.kind,
    person: row.borrower_id,
    askedAt: row.asked_at.toString(),
    dueOn,
    workingDaysLeft: workingDaysLeft(wireDay(manilaDayOf(now)), dueOn, house.holidays),
  };
}

export const requestCommands: StaffCommand[] = [
  ...correctionCommands,
  staffCommand({
    name: 'requests list',
    kind: 'look',
    roles: ['support', 'reviewer'],
    request: v.strictObject({}),
    run: async (ctx, tx) => ({ data: { requests: (await openRequests(tx)).map((row) => shown(ctx, row)) } }),
  }),
  staffCommand({
    name: 'requests show',
    kind: 'look',
    roles: ['support', 'reviewer'],
    isAboutPerson: true,
    request: v.strictObject({ id: zDataRequestId }),
    run: async (ctx, tx, { id }) => {
      const row = await mustFind(tx, id);
      const words = row.words_sealed && ctx.house.sealer.open('data request', id, row.words_sealed);
      return { data: { request: { ...shown(ctx, row), words, outcome: row.outcome } }, subject: row.borrower_id, detail: { request: id } };
    },
  }),
  staffCommand({
    name: 'requests answer',
    kind: 'change',
    roles: ['support', 'reviewer'],
    request: v.strictObject({ id: zDataRequestId, outcome: v.picklist(dataRequestOutcomes), words: zRequestWords }),
    run: async (ctx, tx, { id, outcome, words }) => {
      const { house, now, who } = ctx;
      const { borrower_id: borrowerId, kind } = await mustFind(tx, id);
      await lockBorrower(tx, borrowerId);
      if (kind === 'deletion' && outcome === 'done' && (await deletionFor(tx, borrowerId, now)).way === 'openLoan')
        throw new Declined('This account still has an open loan, so its deletion cannot be done. Refuse it and say so.');
      const answerSealed = house.sealer.seal('data request answer', id, words);
      if (!(await answerRequest(tx, id, { at: now, outcome, answerSealed, who })))
        throw new Declined('This request has its answer already.');
      await house.tell(ctx, tx, await told(house, tx, borrowerId), 'dataRequestAnswered', undefined);
      return { data: { request: { id, outcome } }, subject: borrowerId, detail: { request: id, outcome } };
    },
  }),
];

export const homeCommands: StaffCommand[] = [...requestCommands, ...feedbackCommands];
