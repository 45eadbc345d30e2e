import { Button } from 'react-aria-components';
import { wrongOf } from '#/api.ts';
import { useSession } from '#/session.ts';
import { Wrong } from '#/ui/Wrong.tsx';
import { looksFirst } from './looksFirst.ts';
import { useOpenForm } from './useOpenForm.ts';

/** A refusal, with the commands that must be run first as links to their filled forms. */
export function Refusal({ error }: { error: Error | null }) {
  const { commands } = useSession();
  const open = useOpenForm();
  const looks = error ? looksFirst(wrongOf(error), commands) : [];
  if (looks.length === 0) return <Wrong error={error} />;
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
