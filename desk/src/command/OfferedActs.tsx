import { useState } from 'react';
import { Button } from 'react-aria-components';
import { useSession } from '#/session.ts';
import { ActForm } from './ActForm.tsx';

type Props = {
  /** The commands, in the order of their buttons. Those of other roles are left out. */
  names: readonly string[];
  /** Returns the arguments that are known, by key; none by default. */
  inputFor?: (name: string) => Readonly<Record<string, unknown>>;
  /** `words` says what has happened. */
  onDone: (words: string) => void;
};

/** Acts that are about no open row: buttons, and below them the form of the chosen command. */
export function OfferedActs({ names, inputFor, onDone }: Props) {
  const { commands } = useSession();
  const [chosen, setChosen] = useState<string | null>(null);
  const offered = names.flatMap((name) => commands.filter((command) => command.name === name));
  const command = offered.find(({ name }) => name === chosen);
  if (offered.length === 0) return null;
  return (
    <>
      <div className="form-end">
        {offered.map(({ name, label }) => (
          <Button key={name} className="button soft" onPress={() => setChosen(name)}>
            {label}
          </Button>
        ))}
      </div>
      {command && (
        <ActForm
          key={command.name}
          command={command}
          input={inputFor?.(command.name) ?? noInput}
          onDone={(words) => {
            setChosen(null);
            onDone(words);
          }}
          onCancel={() => setChosen(null)}
        />
      )}
    </>
  );
}

const noInput = {};
