// What can be done about one thing: buttons and a menu, which open the command's form in place.
import type { DeclaredCommand } from '@sandali/contract/commands.ts';
import { type ReactNode, useState } from 'react';
import { Button } from 'react-aria-components';
import { useSession } from '#/session.ts';
import { ActForm } from './ActForm.tsx';
import { CommandMenu } from './CommandMenu.tsx';
import { argumentFor, inputFor, type Subject } from './subject.ts';

type Props = {
  subject: Subject;
  /** The commands that are buttons, in this order; the first is the primary one. */
  first?: readonly string[] | undefined;
  /** The commands that this screen does not offer. */
  without?: readonly string[] | undefined;
  /** More arguments that are known, by key. */
  input?: Readonly<Record<string, unknown>> | undefined;
  /** Usual reasons. */
  reasons?: readonly string[] | undefined;
  /** `words` says what has happened. The record is not read again by itself. */
  onDone?: ((words: string) => void) | undefined;
  /** More buttons. */
  children?: ReactNode;
};

export function Acts({ subject, first = [], without = [], input, reasons, ...props }: Props) {
  const { commands } = useSession();
  const [chosen, setChosen] = useState<DeclaredCommand | null>(null);
  const [done, setDone] = useState('');
  const all = commands.filter(
    (command) =>
      command.kind === 'change' &&
      argumentFor(command, subject.as) &&
      !without.includes(command.name),
  );
  const buttons = first.flatMap((name) => all.filter((command) => command.name === name));
  const others = all.filter((command) => !buttons.includes(command));
  const choose = (command: DeclaredCommand) => {
    setDone('');
    setChosen(command);
  };
  const finish = (words: string) => {
    setChosen(null);
    setDone(words);
    props.onDone?.(words);
  };
  return (
    <>
      <div className="form-end">
        {buttons.map((command, nth) => (
          <Button
            key={command.name}
            className={nth === 0 ? 'button primary' : 'button soft'}
            onPress={() => choose(command)}
          >
            {command.label}
          </Button>
        ))}
        <CommandMenu
          className="button soft"
          button={
            <>
              {buttons.length > 0 ? 'More' : 'Act'}{' '}
              <span className="select-arrow" aria-hidden="true" />
            </>
          }
          label="More commands"
          sections={[{ title: 'Act', subject, commands: others }]}
          onChoose={choose}
        />
        {props.children}
      </div>
      {done && (
        <p className="ld-done" role="status">
          {done}
        </p>
      )}
      {chosen && (
        <ActForm
          key={chosen.name}
          command={chosen}
          input={{ ...acceptedOf(chosen, input), ...inputFor(chosen, subject) }}
          reasons={reasons}
          onDone={finish}
          onCancel={() => setChosen(null)}
        />
      )}
    </>
  );
}

/** Returns the arguments of the input that the command accepts. */
const acceptedOf = ({ arguments: all }: DeclaredCommand, input: Props['input'] = {}) =>
  Object.fromEntries(Object.entries(input).filter(([key]) => all.some((each) => each.key === key)));
