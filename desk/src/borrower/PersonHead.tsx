// Who the person is, and what can be done for them: menus that lead to filled forms.
import type { DeclaredCommand } from '@sandali/contract/commands.ts';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Button } from 'react-aria-components';
import { CommandMenu } from '#/command/CommandMenu.tsx';
import { argumentFor, type Subject, textsFor } from '#/command/subject.ts';
import { useOpenForm } from '#/command/useOpenForm.ts';
import { useSession } from '#/session.ts';
import { timeOf, wordsOfName } from '#/ui/words.ts';
import type { Standing } from './answers.ts';

type Props = {
  standing: Standing;
  isRevealed: boolean;
  /** Shows name and numbers without masks, as a look of its own. */
  onReveal: () => void;
  /** Returns to the question for a reason. */
  onLookAgain: () => void;
  isBusy: boolean;
};

const languages: Readonly<Record<string, string>> = {
  en: 'English',
  tl: 'Tagalog',
  fil: 'Filipino',
  ceb: 'Cebuano',
  ilo: 'Ilocano',
};

export function PersonHead({ standing, isRevealed, onReveal, onLookAgain, isBusy }: Props) {
  const { commands, roles } = useSession();
  const { who } = standing;
  const subjects = subjectsOf(standing);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const look = commands.find(({ name }) => name === 'person standing');
  const mayReveal = look?.mayReveal.some((role) => roles.includes(role)) ?? false;
  return (
    <header className="bo-person-head">
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {who.name ?? 'No name yet'}
        </h1>
        <p>
          <Link to="/people" className="bo-back">
            ← Borrowers
          </Link>
          <span className="bo-number">{who.number}</span>
          <span>ID {who.idNumber ?? '–'}</span>
          <span>{languages[who.language] ?? who.language}</span>
          <span>since {timeOf(who.registeredAt).slice(0, 10)}</span>
        </p>
        {who.openCorrections.map((row) => (
          <p key={row.field} className="note">
            A correction of the {row.field} waits for a second person since {timeOf(row.proposedAt)}
            , case {row.case}.
          </p>
        ))}
      </div>
      <div className="bo-acts">
        {mayReveal && !isRevealed && (
          <Button className="button soft" onPress={onReveal} isPending={isBusy}>
            Show without masks
          </Button>
        )}
        <ActMenu name="Show" kind="look" subjects={subjects} />
        <ActMenu name="Act" kind="change" subjects={subjects} />
        <Button className="button soft" onPress={onLookAgain}>
          Look again
        </Button>
      </div>
    </header>
  );
}

/** The person, their open loans and their open cases. */
function subjectsOf({ userGid, bills, cases }: Standing): Subject[] {
  return [
    { as: 'person', id: userGid },
    ...bills.map(({ referenceNo }) => ({ as: 'loan' as const, id: referenceNo })),
    ...cases.flatMap(({ of }) => of ?? []),
  ];
}

/** What this screen shows already. */
const shownHere: readonly string[] = ['person standing', 'person timeline', 'person find'];

type MenuProps = { name: string; kind: DeclaredCommand['kind']; subjects: readonly Subject[] };

/** The commands of one kind about the person, their loans and their cases. */
function ActMenu({ name, kind, subjects }: MenuProps) {
  const { commands } = useSession();
  const open = useOpenForm();
  return (
    <CommandMenu
      className={kind === 'change' ? 'button primary' : 'button soft'}
      button={
        <>
          {name} <span className="select-arrow" aria-hidden="true" />
        </>
      }
      label={`${name}: commands about this person`}
      sections={subjects.map((subject) => ({
        title: titleOf(subject),
        subject,
        commands: commands.filter(
          (command) =>
            command.kind === kind &&
            argumentFor(command, subject.as) &&
            !shownHere.includes(command.name),
        ),
      }))}
      onChoose={(command, subject) => open(command, textsFor(command, subject))}
    />
  );
}

function titleOf({ as, id }: Subject): string {
  if (as === 'person') return 'This person';
  return `${wordsOfName(as)} ${id.length > 12 ? `…${id.slice(-8)}` : id}`;
}
