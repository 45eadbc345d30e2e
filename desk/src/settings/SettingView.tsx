// An open setting: what it does, its value, who changed it, and the form that changes it.
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { ActForm } from '#/command/ActForm.tsx';
import { useSession } from '#/session.ts';
import { OpenRow } from '#/ui/OpenRow.tsx';
import { Pairs } from '#/ui/Pairs.tsx';
import { timeOf } from '#/ui/words.ts';
import type { Setting } from './answers.ts';
import { editorOf, kindOf, titleOf, typedValueOf } from './kinds.ts';
import { Preview } from './Preview.tsx';
import { valueWords } from './samples.ts';

type Props = {
  setting: Setting;
  /** All settings as they are, by name. */
  all: Readonly<Record<string, unknown>>;
  onDone: (words: string) => void;
};

export function SettingView({ setting: { name, value, ...rest }, all, onDone }: Props) {
  const command = useSession().commands.find((each) => each.name === 'config set');
  const [act, setAct] = useState<'change' | 'off' | null>(null);
  const { changedAt, changedBy, proposed } = rest;
  const { about, off } = kindOf(name);
  const typed = typedValueOf(name, value);
  const isOff = typed === off?.text;
  const finish = (words: string) => {
    setAct(null);
    onDone(words);
  };
  return (
    <OpenRow label="The open setting" title={titleOf(name)} about={about}>
      <Pairs
        pairs={[
          ['Value', <span key="value">{valueWords(name, value)}</span>],
          ['Changed', changedAt ? `${changedBy}, ${timeOf(changedAt)}` : 'Never: the default'],
          ['Name', <code key="name">{name}</code>],
        ]}
      />
      {proposed && (
        <p className="note">
          A change waits for a second person.{' '}
          <Link to="/approvals" search={{ open: proposed }}>
            Open the proposal
          </Link>
        </p>
      )}
      {command ? (
        <div className="form-end">
          <Button className="button primary" onPress={() => setAct('change')}>
            Change
          </Button>
          {off && !isOff && (
            <Button className="button soft" onPress={() => setAct('off')}>
              {off.label}
            </Button>
          )}
        </div>
      ) : (
        <p className="note">Your roles may read settings, but not change them.</p>
      )}
      {command && act && (
        <ActForm
          key={act}
          command={editorOf(command, name)}
          title={act === 'change' ? 'Change' : off?.label}
          input={act === 'change' ? { name } : { name, text: off?.text }}
          texts={{ text: isOff ? '' : typed }}
          preview={({ texts: { text } }) => (
            <Preview name={name} value={act === 'change' ? text : off?.text} all={all} />
          )}
          onDone={finish}
          onCancel={() => setAct(null)}
        />
      )}
      {!act && <Preview name={name} value={value} all={all} />}
    </OpenRow>
  );
}
