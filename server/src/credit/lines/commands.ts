// Ops: lines that a list holds back, and how two people clear them.

import { lockBorrower } from '#/account/account.ts';
import { id, word } from '#/commands/arguments.ts';
import { command, type StaffCommand, type StaffCtx, type Waiting } from '#/commands/command.ts';
import { lookAt, type Sight } from '#/commands/looks.ts';
import { wordsOfMatch } from '#/credit/review/why.ts';
import type { Read, Tx } from '#/db/database.ts';
import { wireInstant } from '#/platform/days.ts';
import { Declined } from '#/platform/refuse.ts';
import * as store from './store.ts';

async function waiting(read: Read): Promise<Waiting[]> {
  const holds = await store.openLineHolds(read);
  return holds.flatMap((row) =>
    row.approval_id === null
      ? []
      : [{ id: row.approval_id, confirmedBy: 'screening clear', what: row.id }],
  );
}

const holdSight = (id: string): Sight => ({ what: 'hold', id });
const hold = word(id, 'the hold, as screening holds shows it', 'id');
const reviewer = { roles: ['reviewer'] } as const;

export const lineCommands: readonly StaffCommand[] = [
  command({
    name: 'screening holds',
    about:
      'Lists the credit lines on which nothing new is lent because a list names somebody like their holder, the oldest first. Ends with exit code 1 where there is one.',
    examples: ['screening holds'],
    kind: 'look',
    ...reviewer,
    run: async (_ctx, tx) => ({ data: { holds: (await store.openLineHolds(tx)).map(shown) } }),
    shows: ({ table }) =>
      table(
        (data) => data.holds,
        {
          id: (one) => one.id,
          person: (one) => one.person,
          since: (one) => one.placedAt,
          'proposed by': (one) => one.proposedBy,
        },
        { none: 'No line is held.', isWell: (data) => data.holds.length === 0 },
      ),
  }),
  command({
    name: 'screening hold',
    about:
      'Shows which lines of which list hold a credit line. Compare them in the file; review show has what the person gave.',
    examples: ['screening hold 019a9f00-0000-7000-8000-000000000001 --reason "list of December"'],
    kind: 'look',
    ...reviewer,
    // A person who may have to be reported must not learn of it (RA 9160): the trail names the hold
    // that was viewed, and not the person.
    aboutPerson: 'withheld',
    arguments: { hold },
    run: async ({ who }, tx, { hold }) => {
      const look = await lookAt(tx, holdSight(hold), who);
      const row = await mustFind(tx, hold);
      const matches = (await store.matchesOf(tx, hold)).map((one) => ({
        match: wordsOfMatch(one),
        foundAt: wireInstant(one.foundAt),
      }));
      return {
        data: { hold: { ...shown(row), isCleared: row.cleared_at !== null, matches } },
        subject: hold,
        detail: look,
      };
    },
    shows: ({ table }) =>
      table(
        (data) => data.hold.matches,
        { match: (one) => one.match, found: (one) => one.foundAt },
        {
          lines: ({ hold: { person, placedAt, isCleared, proposedBy } }) => [
            `person ${person}, since ${placedAt}${isCleared ? ', cleared' : proposedBy ? `, ${proposedBy} proposes to clear it` : ''}`,
          ],
        },
      ),
  }),
  command({
    name: 'screening clear',
    about: 'States that the list means somebody else, which releases the line.',
    examples: [
      'screening clear 019a9f00-0000-7000-8000-000000000001 --reason "another birthplace and another face"',
    ],
    kind: 'change',
    seenFirst: 'hold',
    ...reviewer,
    twoPeople: { act: 'lineHold', waiting },
    arguments: { hold },
    run: clear,
    shows: ({ lines }) =>
      lines((data) =>
        data.hold.outcome === 'proposed'
          ? 'proposed; another person clears it'
          : 'cleared: new loans are free again',
      ),
  }),
];

async function mustFind(read: Read, hold: string): Promise<store.LineHoldRow> {
  const row = await store.findLineHold(read, hold);
  if (!row) throw new Declined(`There is no hold ${hold}.`);
  return row;
}

function shown(row: store.LineHoldRow) {
  return {
    id: row.id,
    person: row.borrower_id,
    placedAt: wireInstant(row.placed_at),
    proposedBy: row.proposed_by,
  };
}

/**
 * States that the list means somebody else: the first call proposes it, and a second person clears
 * the hold with the same command.
 */
async function clear({ now, approvals, looks }: StaffCtx, tx: Tx, { hold }: { hold: string }) {
  await lockBorrower(tx, (await mustFind(tx, hold)).borrower_id);
  const row = await mustFind(tx, hold);
  if (row.cleared_at !== null) throw new Declined('This hold is cleared already.');
  await looks.mustHaveSeen(tx, holdSight(hold), () => `screening hold ${hold}`);
  const outcome = row.approval_id === null ? 'proposed' : 'cleared';
  if (row.approval_id === null)
    await store.proposeClearing(
      tx,
      hold,
      await approvals.propose(tx, 'lineHold', { isReasonKept: false }),
    );
  else {
    await approvals.confirm(tx, row.approval_id);
    await store.clearLineHold(tx, hold, now);
  }
  return { data: { hold: { id: hold, outcome } }, subject: hold, detail: { outcome } };
}
