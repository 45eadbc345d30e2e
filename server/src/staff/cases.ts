// Ops: all open cases as one inbox, by legal deadline.
import type { Entity } from '@sandali/contract/commands.ts';
import { peopleOf, recoveriesOpen } from '#/account/account.ts';
import { command, type StaffCommand, type StaffCtx } from '#/commands/command.ts';
import { entity } from '#/commands/display.ts';
import { maskName, maskPhone } from '#/commands/mask.ts';
import { type Place, pageArguments, paged, pageLength, pageOf } from '#/commands/page.ts';
import type { Read } from '#/db/database.ts';
import { todayOf, wireDay, wireInstant } from '#/platform/days.ts';
import { mayRun } from './allowed.ts';
import { lastDay, openCases, storedKinds } from './cases.store.ts';

type CaseKind = (typeof storedKinds)[number] | 'recovery';

/** What a case of each kind is, and the command that lists its kind. */
const kindFacts: Readonly<Record<CaseKind, { entity: Entity; listedBy: string }>> = {
  complaint: { entity: 'case', listedBy: 'complaint list' },
  dispute: { entity: 'dispute', listedBy: 'dispute list' },
  request: { entity: 'dataRequest', listedBy: 'requests list' },
  recovery: { entity: 'recovery', listedBy: 'recovery list' },
  feedback: { entity: 'feedback', listedBy: 'feedback list' },
};

/** Returns the command that lists the open cases on whose kinds the caller's roles may decide. */
export function inboxCommands(all: readonly StaffCommand[]): StaffCommand[] {
  return [
    command({
      name: 'cases list',
      menu: 'Cases',
      label: 'List all open cases',
      about: `Lists open complaints, disputes, data requests, recoveries and unanswered comments, the earliest deadline first, ${pageLength} a page. Shows only the kinds that your roles may list.`,
      examples: [
        'cases list',
        'cases list --after 2026-11-18/019a9f00-0000-7000-8000-000000000001',
      ],
      kind: 'look',
      roles: ['support', 'compliance', 'reviewer'],
      arguments: pageArguments,
      run: async (ctx, tx, { after = null }) => {
        const rows = await casesFor(ctx, tx, all, { borrowerId: null, after });
        const { page, next } = pageOf(rows, placeOf);
        const people = await peopleOf(
          tx,
          ctx.app.sealer,
          page.map(({ person }) => person),
        );
        const cases = page.map(({ id: _, ...row }) => {
          const owner = people.get(row.person);
          return {
            ...row,
            name: owner?.name ? maskName(owner.name) : null,
            number: owner ? maskPhone(owner.phone) : null,
          };
        });
        return { data: { cases, next } };
      },
      shows: ({ table }) =>
        table(
          (data) => data.cases,
          {
            kind: (row) => row.kind,
            id: (row) => row.of,
            person: (row) => entity('person', row.person),
            name: (row) => row.name,
            number: (row) => row.number,
            opened: (row) => row.openedAt,
            due: (row) => row.dueOn,
            state: (row) => row.state,
            'last by': (row) => row.lastBy,
          },
          {
            none: 'No case is open.',
            ...paged('cases list'),
            isWell: (data) => data.cases.every((row) => !row.isLate),
          },
        ),
    }),
  ];
}

export type OpenCase = ReturnType<typeof viewCase>;

/** A case without a deadline stands at the end of the list. */
const placeOf = ({ dueOn, id }: Pick<OpenCase, 'dueOn' | 'id'>): Place => ({
  on: dueOn ?? lastDay,
  id,
});
const keyOf = (row: Pick<OpenCase, 'dueOn' | 'id'>) => `${placeOf(row).on}/${row.id}`;

/**
 * Returns one page of open cases, of all borrowers or one, plus one extra row. Returns only the
 * kinds that the caller's roles may list.
 */
export async function casesFor(
  ctx: StaffCtx,
  read: Read,
  all: readonly StaffCommand[],
  { borrowerId, after }: { borrowerId: string | null; after: Place | null },
): Promise<OpenCase[]> {
  const isListed = (kind: CaseKind) => mayRun(all, kindFacts[kind].listedBy, ctx.roles);
  const stored = await openCases(read, storedKinds.filter(isListed), {
    borrowerId,
    after,
    limit: pageLength + 1,
  });
  const recoveries = isListed('recovery')
    ? await recoveriesOpen(ctx.app, read, borrowerId ?? undefined)
    : [];
  const cases = [
    ...stored.map((row) => viewCase(ctx, { ...row, dueOn: row.dueOn && wireDay(row.dueOn) })),
    ...recoveries.map(({ id, borrowerId: owner, askedAt, answerBy, state }) =>
      viewCase(ctx, {
        kind: 'recovery',
        id,
        subject: id,
        borrowerId: owner,
        openedAt: askedAt,
        dueOn: answerBy,
        state,
        lastBy: null,
      }),
    ),
  ];
  const afterKey = after && `${after.on}/${after.id}`;
  return cases
    .filter((row) => afterKey === null || keyOf(row) > afterKey)
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
    .slice(0, pageLength + 1);
}

type CaseFacts = {
  kind: CaseKind;
  id: string;
  subject: string;
  borrowerId: string;
  openedAt: Temporal.Instant;
  dueOn: string | null;
  state: string;
  lastBy: string | null;
};

function viewCase({ now }: StaffCtx, row: CaseFacts) {
  return {
    kind: row.kind,
    id: row.id,
    subject: row.subject,
    of: entity(kindFacts[row.kind].entity, row.subject),
    person: row.borrowerId,
    openedAt: wireInstant(row.openedAt),
    dueOn: row.dueOn,
    isLate: row.dueOn !== null && row.dueOn < todayOf(now),
    state: row.state,
    lastBy: row.lastBy ?? 'the borrower',
  };
}
