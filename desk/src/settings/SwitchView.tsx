import { useState } from 'react';
import { Button } from 'react-aria-components';
import { ActForm } from '#/command/ActForm.tsx';
import { useSession } from '#/session.ts';
import { OpenRow } from '#/ui/OpenRow.tsx';
import { asSentence } from '#/ui/words.ts';
import type { Switch } from './answers.ts';
import { switchTitle } from './kinds.ts';

type Props = { row: Switch; onDone: (words: string) => void };

/** An open switch. One person alone turns it, and it acts at once. */
export function SwitchView({ row: { name, isOn, stops }, onDone }: Props) {
  const [isTurning, setTurning] = useState(false);
  const turn = isOn ? 'switch off' : 'switch on';
  const command = useSession().commands.find((each) => each.name === turn);
  return (
    <OpenRow
      label="The open switch"
      title={switchTitle(name)}
      about={asSentence(`while it is off: ${stops}`)}
    >
      <p className={isOn ? 'notice' : 'wrong'}>{isOn ? 'It is on.' : 'It is off.'}</p>
      {command ? (
        <div className="form-end">
          <Button
            className={isOn ? 'button soft danger' : 'button primary'}
            onPress={() => setTurning(true)}
          >
            {command.label}
          </Button>
        </div>
      ) : (
        <p className="note">Your roles may see switches, but not turn them.</p>
      )}
      {command && isTurning && (
        <ActForm
          command={command}
          input={{ name }}
          onDone={onDone}
          onCancel={() => setTurning(false)}
        />
      )}
    </OpenRow>
  );
}
