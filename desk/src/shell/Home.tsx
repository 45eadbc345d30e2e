import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isOpenList, slugOf } from '#/command/slug.ts';
import { useSession } from '#/session.ts';
import { Today } from '#/today/Today.tsx';
import { groupsOf } from './Navigation.tsx';

/** The first page: what waits, and the lists that a person can open, by group. */
export function Home() {
  const { commands, name } = useSession();
  const lists = commands.filter((command) => isOpenList(command) && command.menu !== 'Today');
  useEffect(() => {
    document.title = 'Desk';
  }, []);
  return (
    <section className="page">
      <header className="page-head">
        <h1>Good day, {name}</h1>
        <p>
          Open a list below, or press <kbd>/</kbd> to find any of your {commands.length} commands.
        </p>
      </header>
      {commands.some(({ name }) => name === 'today') && <Today />}
      <h2>All lists</h2>
      <div className="cards">
        {groupsOf(lists).map(({ group, commands: some }) => (
          <section key={group} className="card">
            <h3>{group}</h3>
            <ul>
              {some.map((command) => (
                <li key={command.name}>
                  <Link
                    className="card-link"
                    to="/c/$command"
                    params={{ command: slugOf(command) }}
                  >
                    {command.label}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}
