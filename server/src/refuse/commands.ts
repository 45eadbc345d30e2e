// What staff does about disputed refusals: sees what is open and until when, reads one, answers it.
import { zDisputeId } from '@sandali/contract/id.ts';
import { zRequestWords } from '@sandali/contract/privacy.ts';
import { zDisputeOutcome } from '@sandali/contract/refuse.ts';
import * as v from 'valibot';
import { lockBorrower, told } from '#/account/account.ts';
import { Declined, type StaffCommand, type StaffCtx, staffCommand } from '#/commands/command.ts';
import { reviewAgain } from '#/credit/credit.ts';
import type { Tx } from '#/db/database.ts';
import { manilaDayOf, wireDay, wireInstant } from '#/kit/days.ts';
import { answerDispute, type DisputeRow, findDispute, openDisputes } from './store.ts';

const roles = ['reviewer'] as const;

async function mustFind(tx: Tx, id: string): Promise<DisputeRow> {
  const row = await findDispute(tx, id);
  if (!row) throw new Declined(`There is no dispute ${id}.`);
  return row;
}

function shown({ now }: StaffCtx, row: DisputeRow) {
  const dueOn = wireDay(row.due_on);
  return {
    id: row.id,
    person: row.borrower_id,
    decision: row.decision_id,
    askedAt: wireInstant(row.asked_at),
    dueOn,
    isLate: row.answered_at === null && dueOn < wireDay(manilaDayOf(now)),
  };
}

export const refuseCommands: StaffCommand[] = [
  staffCommand({
    name: 'dispute list',
    kind: 'look',
    roles,
    request: v.strictObject({}),
    run: async (ctx, tx) => ({ data: { disputes: (await openDisputes(tx)).map((row) => shown(ctx, row)) } }),
  }),
  staffCommand({
    name: 'dispute show',
    kind: 'look',
    roles,
    isAboutPerson: true,
    request: v.strictObject({ id: zDisputeId }),
    run: async (ctx, tx, { id }) => {
      const row = await mustFind(tx, id);
      const words = row.words_sealed && ctx.house.sealer.open('dispute', id, row.words_sealed);
      const dispute = { ...shown(ctx, row), words, outcome: row.outcome };
      return { data: { dispute }, subject: row.borrower_id, detail: { dispute: id } };
    },
  }),
  staffCommand({
    name: 'dispute answer',
    kind: 'change',
    roles,
    request: v.strictObject({ id: zDisputeId, outcome: zDisputeOutcome, words: zRequestWords }),
    run: async (ctx, tx, { id, outcome, words }) => {
      const { house, now, who } = ctx;
      const { borrower_id: borrowerId, decision_id: decisionId } = await mustFind(tx, id);
      await lockBorrower(tx, borrowerId);
      const answerSealed = house.sealer.seal('dispute answer', id, words);
      if (!(await answerDispute(tx, id, { at: now, outcome, answerSealed, who })))
        throw new Declined('This dispute has its answer already.');
      // A borrower who has begun anew goes on with that: there is nothing left to look at again.
      const next = outcome === 'upheld' ? await reviewAgain(ctx, tx, { borrowerId, decisionId, who, reason: ctx.reason ?? '' }) : null;
      if (next === 'incomplete') throw new Declined('The pictures of this application are deleted. Ask the person to send new ones.');
      await house.tell(ctx, tx, await told(house, tx, borrowerId), outcome === 'upheld' ? 'disputeUpheld' : 'disputeDeclined', undefined);
      return { data: { dispute: { id, outcome, next } }, subject: borrowerId, detail: { dispute: id, outcome, next } };
    },
  }),
];
