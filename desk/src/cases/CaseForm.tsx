// The form of an act. A text for the borrower begins with a template in their language, which the
// person edits and sends.
import { localeNames } from '@sandali/contract/locale.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { ask, commandNamed } from '#/answer.ts';
import { ActForm } from '#/command/ActForm.tsx';
import { inputFor } from '#/command/subject.ts';
import { useSession } from '#/session.ts';
import { Wrong } from '#/ui/Wrong.tsx';
import { type OpenCase, type Template, zTemplates } from './answers.ts';
import { type Act, kinds } from './kinds.ts';

type Props = {
  row: OpenCase;
  act: Act;
  onDone: (words: string) => void;
  onCancel: () => void;
};

/** What a text for the borrower begins with. */
type Start = Template | 'empty';

export function CaseForm({ row, act, onDone, onCancel }: Props) {
  const { commands } = useSession();
  const [start, setStart] = useState<Start | null>(null);
  const command = commandNamed(commands, act.command);
  const template = start === 'empty' ? null : start;
  return (
    <>
      {act.isText && (
        <Templates row={row} act={act} start={start} onChoose={setStart} onCancel={onCancel} />
      )}
      {(!act.isText || start) && (
        <ActForm
          key={template?.name ?? 'empty'}
          command={command}
          input={inputFor(command, row.of)}
          texts={{
            ...(template && { words: template.words }),
            ...(template?.outcome && { outcome: template.outcome }),
          }}
          reasons={act.reasons}
          lookHere={kinds[row.kind].lookHere}
          onDone={onDone}
          onCancel={onCancel}
          preview={() => <InEnglish template={template} />}
        />
      )}
    </>
  );
}

/** What a template says in English, for staff who do not read its language. */
function InEnglish({ template }: { template: Template | null }) {
  if (!template || template.words === template.english) return null;
  return (
    <p className="note">
      <b>The template in English:</b> {template.english}
    </p>
  );
}

type TemplatesProps = Pick<Props, 'row' | 'act' | 'onCancel'> & {
  start: Start | null;
  onChoose: (start: Start) => void;
};

/** The templates that this act can send. They are read when the form opens. */
function Templates({ row, act, start, onChoose, onCancel }: TemplatesProps) {
  const { commands } = useSession();
  const choices = useRef<HTMLDivElement>(null);
  const list = useQuery({
    queryKey: ['cases templates', row.id],
    queryFn: () => ask(commands, 'cases templates', zTemplates, { input: { case: row.of.id } }),
  });
  const fitting = list.data?.templates.filter(({ sentBy }) => sentBy === act.command);
  const isRead = list.data !== undefined || list.error !== null;
  useEffect(() => {
    if (isRead) choices.current?.querySelector('button')?.focus();
  }, [isRead]);
  return (
    <section className="cs-templates" aria-label="Begin with" aria-busy={!isRead}>
      <p>
        <b>Begin with</b>{' '}
        {list.data && `The borrower reads ${localeNames[list.data.borrowerLanguage]}.`}
      </p>
      <Wrong error={list.error} />
      <div ref={choices} className="presets">
        {fitting?.map((template) => (
          <Button
            key={template.name}
            className="preset"
            aria-pressed={start === template}
            onPress={() => onChoose(template)}
          >
            {template.title}
          </Button>
        ))}
        {isRead && (
          <Button
            className="preset"
            aria-pressed={start === 'empty'}
            onPress={() => onChoose('empty')}
          >
            An empty text
          </Button>
        )}
        {!start && (
          <Button className="button quiet" onPress={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </section>
  );
}
