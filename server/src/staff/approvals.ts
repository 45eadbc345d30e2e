// Ops: lists and shows the proposals that wait for a second person.
import { commandLine } from '@sandali/contract/commandLine.ts';
import { idOf, word } from '#/commands/arguments.ts';
import { command, declarationOf, type StaffCommand, staffRoles } from '#/commands/command.ts';
import { entity, inManila } from '#/commands/display.ts';
import { afterRow, paged, pageLength } from '#/commands/page.ts';
import { Declined, invariant } from '#/platform/refuse.ts';
import { actsOf, findProposal, openProposals } from './proposals.ts';

const approval = idOf('approval');

/**
 * Returns the commands that show the open proposals on which the caller's roles may decide.
 */
export function approvalCommands(all: readonly StaffCommand[]): StaffCommand[] {
  return [
    command({
      name: 'approvals list',
      menu: 'Staff',
      label: 'List proposals',
      about: `Lists the proposals that your roles may confirm, the oldest first, ${pageLength} a page, with who proposed each, why, and the command that confirms it.`,
      examples: ['approvals list'],
      kind: 'look',
      roles: staffRoles,
      arguments: afterRow(approval),
      run: async ({ app, roles, now }, tx, { after = null }) => ({
        data: await openProposals(tx, { app, now, acts: actsOf(all, roles), after }),
      }),
      shows: ({ table }) =>
        table(
          (data) => data.approvals,
          {
            proposal: (row) => entity('approval', row.id),
            'confirmed by': (row) => row.confirmedBy,
            of: (row) => row.what,
            'proposed by': (row) => row.proposedBy,
            at: (row) => row.proposedAt,
            until: (row) => row.lapsesAt,
            reason: (row) => row.reason,
          },
          { none: 'Nothing waits for a second person.', ...paged('approvals list') },
        ),
    }),
    command({
      name: 'approvals show',
      menu: 'Staff',
      label: 'Show a proposal',
      about:
        'Shows what a proposal changes, who proposed it and why, and the command that confirms it.',
      examples: ['approvals show 019a9f00-0000-7000-8000-000000000001'],
      kind: 'look',
      roles: staffRoles,
      arguments: { id: word(approval, 'the proposal, as approvals list shows it') },
      run: async ({ app, roles, now }, tx, { id }) => {
        const proposal = await findProposal(tx, { app, now, acts: actsOf(all, roles) }, id);
        if (!proposal)
          throw new Declined(`No proposal ${id} waits for your roles. See approvals list.`);
        const confirming = all.find(({ name }) => name === proposal.confirmedBy);
        invariant(confirming, 'a declared command confirms a proposal');
        const line = commandLine(declarationOf(confirming), proposal.input);
        return { data: { proposal, line }, detail: { proposal: id } };
      },
      shows: ({ table }) =>
        table(
          (data) => data.proposal.facts,
          {
            what: (fact) => fact.name,
            before: (fact) => fact.before,
            after: (fact) => fact.after,
          },
          {
            lines: ({ proposal: { proposedBy, proposedAt, lapsesAt, reason, what }, line }) => [
              what,
              `proposed by ${proposedBy} at ${inManila(proposedAt)}${lapsesAt ? `, until ${inManila(lapsesAt)}` : ''}`,
              ...(reason === null ? [] : [`reason: ${reason}`]),
              `Another person confirms it: ${line}`,
            ],
          },
        ),
    }),
  ];
}
