// The open case: its deadline, who works on it, the look with its reason, and then the acts.
import { Link } from '@tanstack/react-router';
import { Record } from '#/command/Record.tsx';
import { OpenRow } from '#/ui/OpenRow.tsx';
import { Pairs } from '#/ui/Pairs.tsx';
import { asSentence, timeOf } from '#/ui/words.ts';
import { Assignment } from './Assignment.tsx';
import type { OpenCase } from './answers.ts';
import { CaseActs } from './CaseActs.tsx';
import { CaseFacts } from './CaseFacts.tsx';
import { Due } from './Due.tsx';
import { kinds } from './kinds.ts';
import { RecoveryPictures } from './RecoveryPictures.tsx';

type Props = {
  row: OpenCase;
  /** `words` says what has happened. */
  onChange: (words: string) => void;
};

export function CaseView({ row, onChange }: Props) {
  const { name, look, reasons, acts } = kinds[row.kind];
  const { dueOn, source, stateText, openedAt, lastBy } = row;
  return (
    <OpenRow
      label="The open case"
      title={`${name} of ${row.name ?? row.number ?? 'a borrower'}`}
      about={
        <Link to="/person/$person" params={{ person: row.person }}>
          See the borrower
        </Link>
      }
    >
      <Pairs
        pairs={[
          ['Deadline', <Due key="due" row={row} />],
          ...(dueOn === null ? [] : [['Asked by', source] as const]),
          ['State', asSentence(stateText)],
          ['Opened', timeOf(openedAt)],
          ['Last by', lastBy],
          ['Assigned to', <Assignment key="assigned" row={row} onChange={onChange} />],
        ]}
      />
      <Record
        look={look}
        subject={row.of}
        reasons={reasons}
        without={[...acts.map(({ command }) => command), 'cases assign', 'cases release']}
        onDone={onChange}
      >
        {(answer) => (
          <>
            {row.kind === 'recovery' && <RecoveryPictures recovery={row.of.id} />}
            <CaseActs row={row} onChange={onChange} />
            <CaseFacts row={row} answer={answer} />
          </>
        )}
      </Record>
    </OpenRow>
  );
}
