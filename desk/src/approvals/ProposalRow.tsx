import { useSession } from '#/session.ts';
import { shortIds, timeOf } from '#/ui/words.ts';
import type { Waiting } from './answers.ts';

/** A proposal in the list. */
export function ProposalRow({ row }: { row: Waiting }) {
  const { commands, name } = useSession();
  const { confirmedBy, what, proposedBy, proposedAt, lapsesAt } = row;
  const label = commands.find((command) => command.name === confirmedBy)?.label ?? confirmedBy;
  return (
    <>
      <b>{label}</b>
      <span>{shortIds(what)}</span>
      <small>
        {proposedBy === name ? 'Yours' : proposedBy}, {timeOf(proposedAt)}
      </small>
      {lapsesAt && <small>Until {timeOf(lapsesAt)}</small>}
    </>
  );
}
