// A look command about one thing, opened inside a page: `<Record look="case show" subject={…} />`.
// A look at a person's data runs only by a press, and never again by itself.
import type { DeclaredCommand } from '@sandali/contract/commands.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from 'react-aria-components';
import { type Answer, run } from '#/api.ts';
import { useSession } from '#/session.ts';
import { LookForm } from '#/ui/LookForm.tsx';
import { Wrong } from '#/ui/Wrong.tsx';
import { Acts } from './Acts.tsx';
import { Result } from './Result.tsx';
import { inputFor, type Subject } from './subject.ts';

type Props = {
  /** The name of the command that looks. */
  look: string;
  subject: Subject;
  /** More arguments of the look, by key. */
  input?: Readonly<Record<string, unknown>>;
  /** Usual reasons of the look; the first one stands in the field. */
  reasons?: readonly string[];
  /** The acts that are buttons, and the acts that are not offered. See Acts. */
  first?: readonly string[];
  without?: readonly string[];
  /** Called after an act, as to read the list again. */
  onDone?: (words: string) => void;
  /** Shows the answer, if the command's own display does not fit. */
  children?: (answer: Answer) => ReactNode;
};

export function Record(props: Props) {
  const { commands } = useSession();
  const command = commands.find(({ name }) => name === props.look);
  if (!command) return <p className="note">Your roles may see this row, but not open it.</p>;
  return <Opened key={`${props.look} ${props.subject.id}`} {...props} command={command} />;
}

type OpenedProps = Props & { command: DeclaredCommand };
const noReasons: readonly string[] = [];

function Opened({ command, subject, input, reasons = noReasons, ...props }: OpenedProps) {
  const { roles } = useSession();
  const [seen, setSeen] = useState<Answer | null>(null);
  const [reason, setReason] = useState(reasons[0] ?? '');
  const [isRevealed, setRevealed] = useState(false);
  const needsPress = command.needsReason || command.aboutPerson !== null;
  const all = { ...input, ...inputFor(command, subject) };
  // Opening a row that is about nobody is the press itself.
  const open = useQuery({
    queryKey: ['record', command.name, all],
    queryFn: () => run(command, { input: all }),
    enabled: !needsPress,
  });
  const look = useMutation({
    mutationFn: (reveal: boolean) =>
      run(command, {
        input: all,
        ...(command.needsReason && { reason }),
        ...(reveal && { reveal: true as const }),
      }),
    onSuccess: (answer, reveal) => {
      setSeen(answer);
      setRevealed(reveal);
      // The mutation would keep the person's data otherwise.
      look.reset();
    },
  });
  const answer = seen ?? open.data;
  if (!answer && needsPress)
    return (
      <LookForm
        reason={reason}
        onReason={setReason}
        reasons={reasons}
        about={command.about}
        isReported={command.aboutPerson === 'reported'}
        error={look.error}
        isBusy={look.isPending}
        onLook={() => look.mutate(false)}
      />
    );
  if (!answer && open.isFetching) return <span className="ld-bone" aria-busy="true" />;
  if (!answer)
    return (
      <>
        <Wrong error={open.error} />
        <div className="form-end">
          <Button className="button soft" onPress={() => void open.refetch()}>
            Look again
          </Button>
        </div>
      </>
    );
  const mayReveal = command.mayReveal.some((role) => roles.includes(role));
  return (
    <>
      <Acts
        subject={subject}
        input={input}
        first={props.first}
        without={props.without}
        onDone={props.onDone}
      >
        {mayReveal && !isRevealed && (
          <Button
            className="button soft"
            onPress={() => look.mutate(true)}
            isPending={look.isPending}
          >
            Show without masks
          </Button>
        )}
        <Button
          className="button quiet"
          onPress={() => (needsPress ? look.mutate(isRevealed) : void open.refetch())}
          isPending={look.isPending || open.isFetching}
        >
          Look again
        </Button>
      </Acts>
      <Wrong error={look.error ?? open.error} />
      {props.children ? props.children(answer) : <Result command={command} answers={[answer]} />}
    </>
  );
}
