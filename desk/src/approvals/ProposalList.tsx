import { Link } from '@tanstack/react-router';
import { timeOf } from '#/review/words.ts';
import { useSession } from '#/session.ts';
import type { Waiting } from './answers.ts';
import { shortIds } from './words.ts';

type Props = { rows: readonly Waiting[]; open: string | undefined };

export function ProposalList({ rows, open }: Props) {
  return (
    <ol className="ap-list" aria-label="Proposals, the oldest first">
      {rows.map((row) => (
        <li key={row.id}>
          <Row row={row} isOpen={row.id === open} />
        </li>
      ))}
    </ol>
  );
}

function Row({ row, isOpen }: { row: Waiting; isOpen: boolean }) {
  const { commands, name } = useSession();
  const { id, confirmedBy, what, proposedBy, proposedAt, lapsesAt } = row;
  const label = commands.find((command) => command.name === confirmedBy)?.label ?? confirmedBy;
  const isOwn = proposedBy === name;
  return (
    <Link
      className="ap-row"
      to="/approvals"
      search={{ open: id }}
      {...(isOpen && { 'aria-current': true })}
    >
      <b>{label}</b>
      <span className="ap-what">{shortIds(what)}</span>
      <small>
        {isOwn ? 'Yours' : proposedBy}, {timeOf(proposedAt)}
      </small>
      {lapsesAt && <small>Until {timeOf(lapsesAt)}</small>}
    </Link>
  );
}
