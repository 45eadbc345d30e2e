// Ops: all open cases as one inbox, by legal deadline.
import { peopleOf, recoveriesOpen } from '#/account/account.ts';
import { clockState } from '#/cases/cases.ts';
import { choice, option, optional } from '#/commands/arguments.ts';
import { command, type StaffCommand, type StaffCtx } from '#/commands/command.ts';
import { entity } from '#/commands/display.ts';
import { maskName, maskPhone } from '#/commands/mask.ts';
import {
  type Place,
  pageArguments,
  paged,
  pageLength,
  pageOf,
  withOptions,
} from '#/commands/page.ts';
import type { Read, Tx } from '#/db/database.ts';
import { manilaDayOf, wireDay, wireInstant } from '#/platform/days.ts';
import { assignmentCommands } from './case-assignment.ts';
import { type CaseKind, caseKinds, kindFacts, listableKinds } from './case-kinds.ts';
import { templateCommands } from './case-templates.ts';
import { assigneesOf, lastDay, openCases, storedKinds } from './cases.store.ts';

const filters = {
  kind: optional(option(choice(caseKinds), 'only cases of this kind')),
  assigned: optional(option(choice(['me', 'nobody']), 'only cases assigned to you, or to nobody')),
};
type Filter = { kind?: CaseKind | undefined; assigned?: 'me' | 'nobody' | undefined };

/** Returns the commands about all cases. `all` tells which kinds the caller's roles may list. */
export function inboxCommands(all: readonly StaffCommand[]): StaffCommand[] {
  return [
    command({
      name: 'cases list',
      menu: 'Cases',
      label: 'List all open cases',
      about: `Lists open complaints, disputes, data requests, recoveries and unanswered comments, the earliest deadline first, ${pageLength} a page. Shows only the kinds that your roles may list.`,
      examples: [
        'cases list',
        'cases list --kind complaint --assigned me',
        'cases list --after 2026-11-18/019a9f00-0000-7000-8000-000000000001',
      ],
      kind: 'look',
      readsStandby: true,
      roles: ['support', 'compliance', 'reviewer'],
      arguments: { ...filters, ...pageArguments },
      run: async (ctx, tx, { after = null, ...filter }) => await list(ctx, tx, all, filter, after),
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
            clock: (row) => row.clock,
            'due by': (row) => row.source,
            state: (row) => row.stateText,
            'last by': (row) => row.lastBy,
            'assigned to': (row) => row.assignedTo,
          },
          {
            none: 'No such case is open.',
            ...paged<{ more: string; next: Place | null }>(({ more }) => more),
            isWell: (data) => data.cases.every((row) => !row.isLate),
          },
        ),
    }),
    ...assignmentCommands(all),
    ...templateCommands(all),
  ];
}

async function list(
  ctx: StaffCtx,
  tx: Tx,
  all: readonly StaffCommand[],
  filter: Filter,
  after: Place | null,
) {
  const rows = await casesFor(ctx, tx, all, { borrowerId: null, after, filter });
  const { page, next } = pageOf(rows, placeOf);
  const people = await peopleOf(
    tx,
    ctx.app.sealer,
    page.map(({ person }) => person),
  );
  const cases = page.map((row) => {
    const owner = people.get(row.person);
    return {
      ...row,
      name: owner?.name ? maskName(owner.name) : null,
      number: owner ? maskPhone(owner.phone) : null,
    };
  });
  return { data: { cases, next, more: withOptions('cases list', filter) } };
}

/** A case without a deadline stands at the end of the list. */
const placeOf = ({ dueOn, id }: Pick<CaseView, 'dueOn' | 'id'>): Place => ({
  on: dueOn ?? lastDay,
  id,
});
const keyOf = (row: Pick<CaseView, 'dueOn' | 'id'>) => `${placeOf(row).on}/${row.id}`;

type Wanted = { borrowerId: string | null; after: Place | null; filter?: Filter };

/**
 * Returns one page of open cases, of all borrowers or one, plus one extra row. Returns only the
 * kinds that the caller's roles may list.
 */
export async function casesFor(
  ctx: StaffCtx,
  read: Read,
  all: readonly StaffCommand[],
  { borrowerId, after, filter = {} }: Wanted,
) {
  const kinds = listableKinds(all, ctx.roles).filter(
    (kind) => !filter.kind || kind === filter.kind,
  );
  const holder = filter.assigned && { name: filter.assigned === 'me' ? ctx.who : null };
  const stored = await openCases(
    read,
    storedKinds.filter((kind) => kinds.includes(kind)),
    { borrowerId, after, holder, limit: pageLength + 1 },
  );
  const recoveries = kinds.includes('recovery')
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
  const assignees = await assigneesOf(
    read,
    cases.map(({ id }) => id),
  );
  return cases
    .map((row) => ({ ...row, assignedTo: assignees.get(row.id) ?? null }))
    .filter((row) => afterKey === null || keyOf(row) > afterKey)
    .filter((row) => !holder || row.assignedTo === holder.name)
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

/** What a case waits for, by its state. Other states are the kind of a data request. */
const stateTexts: Readonly<Record<string, string>> = {
  open: 'waits for an answer',
  acknowledged: 'acknowledged, waits for an answer',
  answered: 'answered, can be closed',
  waits: 'waits for a comparison of the pictures',
  proposed: 'waits for a second reviewer',
  approved: 'approved, waits for its day',
};

type CaseView = ReturnType<typeof viewCase>;

function viewCase({ now }: StaffCtx, row: CaseFacts) {
  const dueOn = row.dueOn && Temporal.PlainDate.from(row.dueOn);
  const clock = clockState(dueOn || null, manilaDayOf(now));
  return {
    kind: row.kind,
    id: row.id,
    subject: row.subject,
    of: entity(kindFacts[row.kind].entity, row.subject),
    person: row.borrowerId,
    openedAt: wireInstant(row.openedAt),
    dueOn: row.dueOn,
    /** The law or promise behind the deadline. */
    source: kindFacts[row.kind].source,
    clock,
    isLate: clock === 'late',
    state: row.state,
    stateText:
      row.kind === 'complaint' && row.state === 'open'
        ? 'waits to be acknowledged'
        : (stateTexts[row.state] ?? `${row.state} wanted, waits for an answer`),
    lastBy: row.lastBy ?? 'the borrower',
  };
}
