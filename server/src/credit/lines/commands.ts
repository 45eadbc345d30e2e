// Ops: lines that a list holds back, and how two people clear them.
import * as v from 'valibot';
import { lockBorrower } from '#/account/account.ts';
import { Declined, type StaffAnswer, type StaffCommand, type StaffCtx, staffCommand } from '#/commands/command.ts';
import { wordsOfMatch } from '#/credit/why.ts';
import type { Read, Tx } from '#/db/database.ts';
import { wireInstant } from '#/kit/days.ts';
import * as store from './store.ts';

const zHold = v.strictObject({ hold: v.pipe(v.string(), v.uuid()) });

export const lineCommands: readonly StaffCommand[] = [
  staffCommand({
    name: 'screening holds',
    kind: 'look',
    roles: ['reviewer'],
    request: v.strictObject({}),
    run: async (_ctx, tx) => ({ data: { holds: (await store.openHolds(tx)).map(shown) } }),
  }),
  staffCommand({
    name: 'screening hold',
    kind: 'look',
    roles: ['reviewer'],
    isAboutPerson: true,
    request: zHold,
    run: async (_ctx, tx, { hold }) => {
      const row = await mustFind(tx, hold);
      const matches = (await store.matchesOf(tx, hold)).map((one) => ({ match: wordsOfMatch(one), foundAt: wireInstant(one.foundAt) }));
      // The hold is its subject and not the person: what is looked at here must not show in their own list of looks (RA 9160).
      return { data: { hold: { ...shown(row), isCleared: row.cleared_at !== null, matches } }, subject: hold };
    },
  }),
  staffCommand({ name: 'screening clear', kind: 'change', roles: ['reviewer'], request: zHold, run: clear }),
];

async function mustFind(read: Read, hold: string): Promise<store.HoldRow> {
  const row = await store.findHold(read, hold);
  if (!row) throw new Declined(`There is no hold ${hold}.`);
  return row;
}

function shown(row: store.HoldRow) {
  return { id: row.id, person: row.borrower_id, placedAt: wireInstant(row.placed_at), proposedBy: row.proposed_by };
}

/** Says that the list means somebody else: the first time it proposes, and another person clears with the same command. */
async function clear({ now, approvals }: StaffCtx, tx: Tx, { hold }: { hold: string }): Promise<StaffAnswer> {
  await lockBorrower(tx, (await mustFind(tx, hold)).borrower_id);
  const row = await mustFind(tx, hold);
  if (row.cleared_at !== null) throw new Declined('This hold is cleared already.');
  const outcome = row.approval_id === null ? 'proposed' : 'cleared';
  if (row.approval_id === null) await store.proposeClearing(tx, hold, await approvals.propose(tx, 'hold', { isReasonKept: false }));
  else {
    await approvals.confirm(tx, row.approval_id);
    await store.clearHold(tx, hold, now);
  }
  return { data: { hold: { id: hold, outcome } }, subject: hold, detail: { outcome } };
}
