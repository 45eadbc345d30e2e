// Staff commands for held credit lines. Clearing a hold takes two people.

import { lockBorrower } from '#/account/account.ts';
import { idOf, word } from '#/commands/arguments.ts';
import {
  command,
  type StaffCommand,
  type StaffCtx,
  type Waiting,
  type WaitingAt,
} from '#/commands/command.ts';
import { entity, inManila, instant } from '#/commands/display.ts';
import { lookAt, type Sight } from '#/commands/looks.ts';
import { afterRow, paged, pageOf } from '#/commands/page.ts';
import { wordsOfMatch } from '#/credit/review/why.ts';
import type { Read, Tx } from '#/db/database.ts';
import { wireInstant } from '#/platform/days.ts';
import { Declined } from '#/platform/refuse.ts';
import * as store from './store.ts';

async function waiting(read: Read, { ids }: WaitingAt): Promise<Waiting[]> {
  const holds = await store.lineHoldsToClear(read, ids);
  return holds.map(({ id, approval_id, placed_at }) => ({
    id: approval_id,
    confirmedBy: 'screening clear',
    what: id,
    facts: [{ name: 'held since', before: instant(placed_at), after: null }],
    input: { hold: id },
    about: { as: 'hold', id },
  }));
}

const holdSight = (id: string): Sight => ({ kind: 'hold', id });
const hold = word(idOf('hold'), 'the hold, as shown by screening holds', 'id');
const reviewer = { roles: ['reviewer', 'compliance'] } as const;

export const lineCommands: readonly StaffCommand[] = [
  command({
    name: 'screening holds',
    menu: 'Screening',
    label: 'List held lines',
    about:
      'Lists the credit lines that are held because a list may name their borrower, oldest first, 50 a page. Ends with exit code 1 if any is held.',
    examples: ['screening holds'],
    kind: 'look',
    readsStandby: true,
    ...reviewer,
    arguments: afterRow(idOf('hold')),
    run: async (_ctx, tx, { after = null }) => {
      const { page, next } = pageOf(await store.openLineHolds(tx, after), ({ id }) => id);
      return { data: { holds: page.map(holdView), next } };
    },
    shows: ({ table }) =>
      table(
        (data) => data.holds,
        {
          id: (row) => entity('hold', row.id),
          person: (row) => entity('person', row.person),
          since: (row) => row.placedAt,
          'proposed by': (row) => row.proposedBy,
        },
        {
          none: 'No line is held.',
          ...paged('screening holds'),
          isWell: (data) => data.holds.length === 0,
        },
      ),
  }),
  command({
    name: 'screening hold',
    menu: 'Screening',
    label: 'Show a held line',
    about:
      'Shows the list entries that hold a credit line. Compare them in the file with the answers in review show.',
    examples: ['screening hold 019a9f00-0000-7000-8000-000000000001 --reason "list of December"'],
    kind: 'look',
    ...reviewer,
    // Borrowers must not learn that they may be reported (RA 9160), so the trail names the hold
    // instead of the borrower.
    aboutPerson: 'withheld',
    arguments: { hold },
    run: async ({ who }, tx, { hold }) => {
      const look = await lookAt(tx, holdSight(hold), who);
      const row = await mustFind(tx, hold);
      const matches = (await store.matchesOf(tx, hold)).map((match) => ({
        match: wordsOfMatch(match),
        foundAt: wireInstant(match.foundAt),
      }));
      return {
        data: { hold: { ...holdView(row), isCleared: row.cleared_at !== null, matches } },
        subject: hold,
        detail: look,
      };
    },
    shows: ({ table }) =>
      table(
        (data) => data.hold.matches,
        { match: (row) => row.match, found: (row) => row.foundAt },
        {
          lines: ({ hold: { person, placedAt, isCleared, proposedBy } }) => [
            `person ${person}, since ${inManila(placedAt)}${isCleared ? ', cleared' : proposedBy ? `, ${proposedBy} proposes to clear it` : ''}`,
          ],
        },
      ),
  }),
  command({
    name: 'screening clear',
    menu: 'Screening',
    label: 'Clear a held line',
    about: 'States that the list means somebody else. The second person releases the line.',
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
          ? 'proposed; a second person must clear it'
          : 'cleared; new loans are possible again',
      ),
  }),
];

async function mustFind(read: Read, hold: string): Promise<store.LineHoldRow> {
  const row = await store.findLineHold(read, hold);
  if (!row) throw new Declined(`There is no hold ${hold}.`);
  return row;
}

function holdView(row: store.LineHoldRow) {
  return {
    id: row.id,
    person: row.borrower_id,
    placedAt: wireInstant(row.placed_at),
    proposedBy: row.proposed_by,
  };
}

/** Proposes to clear a hold. A second person confirms with the same command. */
async function clear({ now, approvals, looks }: StaffCtx, tx: Tx, { hold }: { hold: string }) {
  await lockBorrower(tx, (await mustFind(tx, hold)).borrower_id);
  const row = await mustFind(tx, hold);
  if (row.cleared_at !== null) throw new Declined('This hold is already cleared.');
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
