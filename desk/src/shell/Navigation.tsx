import { type DeclaredCommand, menuGroups } from '@sandali/contract/commands.ts';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import { slugOf } from '#/command/slug.ts';
import { useSession } from '#/session.ts';
import { screens } from './screens.ts';

/** The commands of a person by menu group; those that list come first. */
export function groupsOf(commands: readonly DeclaredCommand[]) {
  return menuGroups
    .map((group) => ({ group, commands: commands.filter(({ menu }) => menu === group) }))
    .filter((each) => each.commands.length > 0);
}

type Props = {
  search: RefObject<HTMLInputElement | null>;
  /** Whether a narrow window shows the menu; a wide one always does. */
  isOpen: boolean;
};

/** The menu, with a field that finds a command by a part of its label or name. */
export function Navigation({ search, isOpen }: Props) {
  const { commands } = useSession();
  const { command: current } = useParams({ strict: false });
  const navigate = useNavigate();
  const [sought, setSought] = useState('');
  const words = sought.toLowerCase().split(/\s+/);
  const matching = commands.filter(({ label, name }) =>
    words.every((word) => `${label} ${name}`.toLowerCase().includes(word)),
  );
  const openFirst = (event: KeyboardEvent) => {
    const [first] = matching;
    if (event.key === 'Escape') setSought('');
    if (event.key !== 'Enter' || !first || sought === '') return;
    setSought('');
    void navigate({ to: '/c/$command', params: { command: slugOf(first) } });
  };
  return (
    <nav id="menu" className="navigation" aria-label="Commands" data-open={isOpen}>
      <input
        ref={search}
        type="search"
        className="find"
        aria-label="Find a command"
        placeholder="Find a command"
        value={sought}
        onChange={(event) => setSought(event.target.value)}
        onKeyDown={openFirst}
      />
      {sought === '' && <Screens commands={commands} />}
      {groupsOf(matching).map(({ group, commands: some }) => (
        <details
          key={group}
          open={sought !== '' || some.some((command) => slugOf(command) === current)}
        >
          <summary>{group}</summary>
          <ul>
            {some.map((command) => (
              <li key={command.name}>
                <Link className="nav-link" to="/c/$command" params={{ command: slugOf(command) }}>
                  {command.label}
                </Link>
              </li>
            ))}
          </ul>
        </details>
      ))}
      {matching.length === 0 && <p className="none">No command has these words.</p>}
    </nav>
  );
}

/** The screens that are made by hand, for those who may run the command behind each. */
function Screens({ commands }: { commands: readonly DeclaredCommand[] }) {
  return screens
    .filter(({ needs }) => commands.some(({ name }) => name === needs))
    .map(({ to, name }) => (
      <Link key={to} className="nav-screen" to={to}>
        {name}
      </Link>
    ));
}
