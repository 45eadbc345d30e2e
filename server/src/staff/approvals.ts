// Ops: lists all proposals that wait for a second person.
import { openApprovals } from '#/commands/approvals.store.ts';
import {
  command,
  type StaffCommand,
  type StaffRole,
  staffRoles,
  type TwoPeople,
  type Waiting,
} from '#/commands/command.ts';
import type { Read } from '#/db/database.ts';
import { wireInstant } from '#/platform/days.ts';

const listLength = 500;

/**
 * Returns a command that lists the open proposals on which the caller's roles may decide.
 */
export function approvalCommands(all: readonly StaffCommand[]): StaffCommand[] {
  return [
    command({
      name: 'approvals list',
      menu: 'Staff',
      label: 'List proposals',
      about:
        'Lists the proposals that your roles may confirm, the oldest first, with who proposed each, why, and the command that confirms it.',
      examples: ['approvals list'],
      kind: 'look',
      roles: staffRoles,
      run: async ({ roles, now }, tx) => {
        const acts = actsOf(all, roles);
        const open = await openApprovals(tx, {
          acts: acts.map(({ act }) => act),
          now,
          limit: listLength,
        });
        const facts = await factsOf(tx, acts);
        const approvals = open.map(({ id, act, proposedBy, proposedAt, lapsesAt, reason }) => ({
          id,
          act,
          what: facts.get(id)?.what ?? null,
          confirmedBy: facts.get(id)?.confirmedBy ?? null,
          proposedBy,
          proposedAt: wireInstant(proposedAt),
          lapsesAt: lapsesAt && wireInstant(lapsesAt),
          reason,
        }));
        return { data: { approvals } };
      },
      shows: ({ table }) =>
        table(
          (data) => data.approvals,
          {
            'confirmed by': (row) => row.confirmedBy,
            of: (row) => row.what,
            'proposed by': (row) => row.proposedBy,
            at: (row) => row.proposedAt,
            until: (row) => row.lapsesAt,
            reason: (row) => row.reason,
          },
          { none: 'Nothing waits for a second person.' },
        ),
    }),
  ];
}

/** Returns the acts that people with these roles may propose or confirm. */
function actsOf(all: readonly StaffCommand[], roles: readonly StaffRole[]): TwoPeople[] {
  const allowedCommands = all.filter(({ roles: allowed }) =>
    allowed.some((role) => roles.includes(role)),
  );
  return [
    ...new Map(
      allowedCommands.flatMap(({ twoPeople }) =>
        twoPeople ? [[twoPeople.act, twoPeople] as const] : [],
      ),
    ).values(),
  ];
}

async function factsOf(
  read: Read,
  acts: readonly TwoPeople[],
): Promise<ReadonlyMap<string, Waiting>> {
  const facts = await Promise.all(acts.map(({ waiting }) => waiting(read)));
  return new Map(facts.flat().map((fact) => [fact.id, fact]));
}
