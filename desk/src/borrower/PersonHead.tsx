// Who the person is, and what can be done for them: menus that lead to filled forms.
import type { DeclaredCommand, Entity } from '@sandali/contract/commands.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import {
  Button,
  Header,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
} from 'react-aria-components';
import { handOver } from '#/command/handoff.ts';
import { slugOf } from '#/command/slug.ts';
import { timeOf } from '#/review/words.ts';
import { useSession } from '#/session.ts';
import { wordsOfName } from '#/ui/words.ts';
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
        <CommandMenu name="Show" kind="look" subjects={subjects} />
        <CommandMenu name="Act" kind="change" subjects={subjects} />
        <Button className="button soft" onPress={onLookAgain}>
          Look again
        </Button>
      </div>
    </header>
  );
}

type Subject = { as: Entity; id: string };

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
function CommandMenu({ name, kind, subjects }: MenuProps) {
  const { commands } = useSession();
  const navigate = useNavigate();
  const open = (command: DeclaredCommand, { as, id }: Subject) => {
    handOver(command.name, { [argumentFor(command, as)?.key ?? '']: id });
    void navigate({ to: '/c/$command', params: { command: slugOf(command) } });
  };
  const sections = subjects.flatMap((subject) => {
    const some = commands.filter(
      (command) =>
        command.kind === kind &&
        argumentFor(command, subject.as) &&
        !shownHere.includes(command.name),
    );
    return some.length > 0 ? [{ subject, some }] : [];
  });
  if (sections.length === 0) return null;
  return (
    <MenuTrigger>
      <Button className={kind === 'change' ? 'button primary' : 'button soft'}>
        {name} <span className="select-arrow" aria-hidden="true" />
      </Button>
      <Popover className="popover" placement="bottom end">
        <Menu className="list" aria-label={`${name}: commands about this person`}>
          {sections.map(({ subject, some }) => (
            <MenuSection key={subject.id}>
              <Header className="menu-title">{titleOf(subject)}</Header>
              {some.map((command) => (
                <MenuItem
                  key={command.name}
                  className="list-item"
                  onAction={() => open(command, subject)}
                >
                  {command.label}
                </MenuItem>
              ))}
            </MenuSection>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

const argumentFor = (command: DeclaredCommand, as: Entity) =>
  command.arguments.find(({ of }) => of === as);

function titleOf({ as, id }: Subject): string {
  if (as === 'person') return 'This person';
  return `${wordsOfName(as)} ${id.length > 12 ? `…${id.slice(-8)}` : id}`;
}
