import { useSession } from '#/session.ts';
import type { OpenCase } from './answers.ts';
import { Due } from './Due.tsx';
import { kinds } from './kinds.ts';

/** A case in the list. */
export function CaseRow({ row }: { row: OpenCase }) {
  const { name } = useSession();
  const { kind, stateText, assignedTo } = row;
  return (
    <>
      <span className="cs-row-head">
        <b>{row.name ?? row.number ?? 'No name yet'}</b>
        <span>{kinds[kind].name}</span>
      </span>
      <Due row={row} />
      <small>
        {stateText.charAt(0).toUpperCase() + stateText.slice(1)}
        {assignedTo && ` · ${assignedTo === name ? 'yours' : assignedTo}`}
      </small>
    </>
  );
}
