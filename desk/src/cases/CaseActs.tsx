import { useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { useSession } from '#/session.ts';
import { useKeys } from '#/ui/useKeys.ts';
import type { OpenCase } from './answers.ts';
import { CaseForm } from './CaseForm.tsx';
import { type Act, kinds } from './kinds.ts';

type Props = {
  row: OpenCase;
  /** `words` says what has happened. */
  onChange: (words: string) => void;
};

/** What the person may do in the state of the case. The first act has the focus after a look. */
export function CaseActs({ row, onChange }: Props) {
  const { commands } = useSession();
  const [chosen, setChosen] = useState<Act | null>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const possible = kinds[row.kind].acts.filter(
    ({ command, states }) =>
      commands.some((each) => each.name === command) && (states?.includes(row.state) ?? true),
  );
  useKeys(Object.fromEntries(possible.map((act) => [act.key.toLowerCase(), () => setChosen(act)])));
  const focusFirst = () => buttons.current?.querySelector('button')?.focus();
  useEffect(focusFirst, []);
  const leave = () => {
    setChosen(null);
    focusFirst();
  };
  if (possible.length === 0) return <p className="note">Your roles may read this case only.</p>;
  return (
    <>
      <div ref={buttons} className="form-end">
        {possible.map((act, nth) => (
          <Button
            key={act.command}
            className={nth === 0 ? 'button primary' : 'button soft'}
            onPress={() => setChosen(act)}
          >
            {commands.find((each) => each.name === act.command)?.label} <kbd>{act.key}</kbd>
          </Button>
        ))}
      </div>
      {chosen && (
        <CaseForm
          key={chosen.command}
          row={row}
          act={chosen}
          onDone={(words) => {
            leave();
            onChange(words);
          }}
          onCancel={leave}
        />
      )}
    </>
  );
}
