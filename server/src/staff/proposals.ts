// Open proposals with their facts, as the second person sees them.
import type { Proposal } from '@sandali/contract/desk.ts';
import { findOpenApproval, type OpenApproval, openApprovals } from '#/commands/approvals.store.ts';
import type { StaffCommand, StaffCtx, StaffRole, TwoPeople } from '#/commands/command.ts';
import { pageOf } from '#/commands/page.ts';
import type { Read } from '#/db/database.ts';
import { wireInstant } from '#/platform/days.ts';

/** `acts` are those on which the person may decide. */
type Of = Pick<StaffCtx, 'app' | 'now'> & { acts: ReadonlyMap<string, TwoPeople> };

/** Returns the acts that people with these roles may propose or confirm. An auditor reads all. */
export function actsOf(
  all: readonly StaffCommand[],
  roles: readonly StaffRole[],
): ReadonlyMap<string, TwoPeople> {
  const allowed = all.filter(
    (command) => roles.includes('auditor') || command.roles.some((role) => roles.includes(role)),
  );
  return new Map(
    allowed.flatMap(({ twoPeople }) => (twoPeople ? [[twoPeople.act, twoPeople] as const] : [])),
  );
}

/** Returns a page of open proposals, the oldest first. */
export async function openProposals(
  read: Read,
  of: Of & { after: string | null },
): Promise<{ approvals: Proposal[]; next: string | null }> {
  const open = await openApprovals(read, { ...of, acts: [...of.acts.keys()] });
  const { page, next } = pageOf(open, ({ id }) => id);
  return { approvals: await withFacts(read, of, page), next };
}

/** Returns an open proposal of one of these acts; undefined if there is none with this id. */
export async function findProposal(read: Read, of: Of, id: string): Promise<Proposal | undefined> {
  const open = await findOpenApproval(read, id, of.now);
  return open && of.acts.has(open.act) ? (await withFacts(read, of, [open]))[0] : undefined;
}

/** Leaves out a proposal without a subject, because no command confirms it. */
async function withFacts(
  read: Read,
  { app, now, acts }: Of,
  open: readonly OpenApproval[],
): Promise<Proposal[]> {
  const waiting = await Promise.all(
    [...Map.groupBy(open, ({ act }) => act)].map(async ([act, approvals]) => {
      const ids = approvals.map(({ id }) => id);
      return (await acts.get(act)?.waiting(read, { ids, app, now })) ?? [];
    }),
  );
  const subjects = new Map(waiting.flat().map((subject) => [subject.id, subject]));
  return open.flatMap(({ id, act, proposedBy, proposedAt, lapsesAt, reason }): Proposal[] => {
    const subject = subjects.get(id);
    if (!subject) return [];
    const { confirmedBy, what, facts, input, about } = subject;
    return [
      {
        ...{ id, act, confirmedBy, what, facts, input, about },
        proposedBy,
        proposedAt: wireInstant(proposedAt),
        lapsesAt: lapsesAt && wireInstant(lapsesAt),
        reason,
      },
    ];
  });
}
