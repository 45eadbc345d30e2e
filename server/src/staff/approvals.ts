// Ops: lists all proposals that wait for a second person.
import type { Proposal } from '@sandali/contract/desk.ts';
import { openApprovals } from '#/commands/approvals.store.ts';
import {
  command,
  mostWaiting,
  type StaffCommand,
  type StaffRole,
  staffRoles,
  type TwoPeople,
  type Waiting,
  type WaitingAt,
} from '#/commands/command.ts';
import type { Read } from '#/db/database.ts';
import { wireInstant } from '#/platform/days.ts';

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
      run: async ({ app, roles, now }, tx) => {
        const acts = actsOf(all, roles);
        const open = await openApprovals(tx, {
          acts: acts.map(({ act }) => act),
          now,
          limit: mostWaiting,
        });
        const waiting = await waitingFor(tx, acts, { app, now });
        const approvals = open.flatMap((approval): Proposal[] => {
          const proposal = waiting.get(approval.id);
          if (!proposal) return [];
          const { id, act, proposedBy, proposedAt, lapsesAt, reason } = approval;
          return [
            {
              id,
              act,
              what: proposal.what,
              confirmedBy: proposal.confirmedBy,
              facts: proposal.facts ?? [],
              input: proposal.input ?? {},
              about: proposal.about ?? null,
              proposedBy,
              proposedAt: wireInstant(proposedAt),
              lapsesAt: lapsesAt && wireInstant(lapsesAt),
              reason,
            },
          ];
        });
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

async function waitingFor(
  read: Read,
  acts: readonly TwoPeople[],
  at: WaitingAt,
): Promise<ReadonlyMap<string, Waiting>> {
  const waiting = await Promise.all(acts.map((act) => act.waiting(read, at)));
  return new Map(waiting.flat().map((proposal) => [proposal.id, proposal]));
}
