// Ops: who works on which case.
import { zComplaintNumber } from '@sandali/contract/caseNumber.ts';
import * as v from 'valibot';
import { naming, option, optional, text, word } from '#/commands/arguments.ts';
import { command, type StaffCommand, type StaffCtx, type StaffRole } from '#/commands/command.ts';
import type { Read } from '#/db/database.ts';
import { Declined } from '#/platform/refuse.ts';
import { mayRun } from './allowed.ts';
import { kindFacts, listableKinds } from './case-kinds.ts';
import {
  assignCase,
  assigneesOf,
  findOpenCase,
  type OpenCase,
  releaseCase,
} from './cases.store.ts';
import { rolesOfName } from './keys.store.ts';

const zCase = v.union([v.pipe(v.string(), v.uuid(), v.toLowerCase()), zComplaintNumber]);
export const caseWord = word(
  naming('case', text(zCase, 'CS-… | id')),
  'the case, as shown by cases list',
);
const staffName = text(v.pipe(v.string(), v.regex(/^[a-z][a-z0-9.-]{1,39}$/, 'must be a name')));

/** Finds an open case of a kind that the caller may list. @throws Declined if there is none */
export async function mustFindCase(
  { roles }: StaffCtx,
  read: Read,
  all: readonly StaffCommand[],
  subject: string,
): Promise<OpenCase> {
  const openCase = await findOpenCase(read, subject);
  if (!openCase || !listableKinds(all, roles).includes(openCase.kind))
    throw new Declined(`There is no open case ${subject}.`);
  return openCase;
}

export function assignmentCommands(all: readonly StaffCommand[]): StaffCommand[] {
  const change = {
    menu: 'Cases',
    kind: 'change',
    roles: ['support', 'compliance', 'reviewer'],
    needsNoReason: true,
    seenFirst: { notNeeded: 'it only says who works on the case' },
  } as const;
  return [
    command({
      ...change,
      name: 'cases assign',
      label: 'Assign a case',
      about:
        'Assigns an open case to you, or to another person who may decide it. To take over a case, name its holder.',
      examples: ['cases assign CS-7KQ2-M4XX', 'cases assign CS-7KQ2-M4XX --to rosa --from ben'],
      arguments: {
        case: caseWord,
        to: optional(option(staffName, 'who works on it; by default, you')),
        from: optional(option(staffName, 'who holds it now; by default, nobody')),
      },
      run: async (ctx, tx, { case: subject, to = ctx.who, from = null }) => {
        const openCase = await mustFindCase(ctx, tx, all, subject);
        await mustBeDecider(ctx, tx, all, openCase, to);
        const { who: by, now: at } = ctx;
        if (!(await assignCase(tx, { openCase, to, from, by, at })))
          throw new Declined(
            whyNotAssigned(openCase.subject, await holderOf(tx, openCase), ctx.who),
          );
        const data = { case: openCase.subject, kind: openCase.kind, assignedTo: to };
        return { data, subject: openCase.id, detail: { ...data, ...(from && { from }) } };
      },
      shows: ({ lines }) =>
        lines(({ case: subject, assignedTo }) => `${subject} is assigned to ${assignedTo}`),
    }),
    command({
      ...change,
      name: 'cases release',
      label: 'Release a case',
      about: 'Releases a case that is assigned to you, so that it is nobody’s.',
      examples: ['cases release CS-7KQ2-M4XX'],
      arguments: { case: caseWord },
      run: async (ctx, tx, { case: subject }) => {
        const openCase = await mustFindCase(ctx, tx, all, subject);
        if (!(await releaseCase(tx, openCase.id, ctx.who))) {
          const holder = await holderOf(tx, openCase);
          throw new Declined(
            holder
              ? `${openCase.subject} is ${holder}’s. Only they can release it, but you can take it over.`
              : `${openCase.subject} is nobody’s already.`,
          );
        }
        const data = { case: openCase.subject, kind: openCase.kind };
        return { data, subject: openCase.id, detail: data };
      },
      shows: ({ lines }) => lines((data) => `${data.case} is nobody’s now`),
    }),
  ];
}

const holderOf = async (read: Read, { id }: OpenCase) =>
  (await assigneesOf(read, [id])).get(id) ?? null;

function whyNotAssigned(subject: string, holder: string | null, who: string): string {
  if (holder === null) return `${subject} is nobody’s now. Leave out --from.`;
  if (holder === who) return `${subject} is yours already. To pass it on, add --from ${who}.`;
  return `${subject} is ${holder}’s now. To take it over, add --from ${holder}.`;
}

/** @throws Declined unless the person may decide on the case */
async function mustBeDecider(
  ctx: StaffCtx,
  read: Read,
  all: readonly StaffCommand[],
  { kind }: OpenCase,
  name: string,
): Promise<void> {
  const roles: readonly StaffRole[] | null =
    name === ctx.who ? ctx.roles : await rolesOfName(read, name, ctx.wall);
  if (!roles) throw new Declined(`${name} has no valid key.`);
  const { decidedBy } = kindFacts[kind];
  if (!mayRun(all, decidedBy, roles))
    throw new Declined(
      `${name === ctx.who ? 'You' : name} may not run ${decidedBy}. Choose a person who may.`,
    );
}
