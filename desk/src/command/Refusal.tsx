import { Link } from '@tanstack/react-router';
import { Button } from 'react-aria-components';
import { wrongOf } from '#/api.ts';
import { useSession } from '#/session.ts';
import { Wrong } from '#/ui/Wrong.tsx';
import { looksFirst } from './looksFirst.ts';
import { useOpenForm } from './useOpenForm.ts';

type Props = {
  error: Error | null;
  /** Says where this page shows what must be looked at first. */
  lookHere?: string | undefined;
};

/** A refusal. Looks that must come first are links: to the case of a recovery, else to forms. */
export function Refusal({ error, lookHere }: Props) {
  const { commands } = useSession();
  const open = useOpenForm();
  const looks = error ? looksFirst(wrongOf(error), commands) : [];
  if (looks.length === 0) return <Wrong error={error} />;
  const recovery = looks.find(({ command }) => command.name === 'recovery pictures')?.texts
    .recovery;
  if (lookHere || recovery)
    return (
      <div className="wrong looks-first" role="alert">
        {lookHere ?? (
          <Link to="/cases" search={{ kind: 'recovery', open: recovery }}>
            Open the recovery and compare its pictures first
          </Link>
        )}
      </div>
    );
  return (
    <div className="wrong looks-first" role="alert">
      <p>Look at its current state first, then confirm:</p>
      <ul>
        {looks.map(({ command, texts }) => (
          <li key={`${command.name} ${Object.values(texts).join(' ')}`}>
            <Button className="button soft" onPress={() => open(command, texts)}>
              {command.label}
              {texts.which && ` (${texts.which})`}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
