// Ops: all that one person has proposed and another has to answer, whatever it is about.
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

/** The list over what these commands propose. It shows what the asker's roles may confirm. */
export function approvalCommands(all: readonly StaffCommand[]): StaffCommand[] {
  return [
    command({
      name: 'approvals list',
      about:
        'Lists what waits for a second person and is for your roles to confirm, the oldest first: what it is about, who proposed it and why, and by which command it is confirmed.',
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
            'confirmed by': (one) => one.confirmedBy,
            of: (one) => one.what,
            'proposed by': (one) => one.proposedBy,
            at: (one) => one.proposedAt,
            until: (one) => one.lapsesAt,
            reason: (one) => one.reason,
          },
          { none: 'Nothing waits for a second person.' },
        ),
    }),
  ];
}

/** The acts of commands that somebody of these roles may type. */
function actsOf(all: readonly StaffCommand[], roles: readonly StaffRole[]): TwoPeople[] {
  const own = all.filter((one) => one.roles.some((role) => roles.includes(role)));
  return [
    ...new Map(
      own.flatMap(({ twoPeople }) => (twoPeople ? [[twoPeople.act, twoPeople] as const] : [])),
    ).values(),
  ];
}

async function factsOf(
  read: Read,
  acts: readonly TwoPeople[],
): Promise<ReadonlyMap<string, Waiting>> {
  const facts = new Map<string, Waiting>();
  for (const { waiting } of acts) for (const one of await waiting(read)) facts.set(one.id, one);
  return facts;
}
