import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isOpenList, slugOf } from '#/command/slug.ts';
import { useSession } from '#/session.ts';
import { groupsOf } from './Navigation.tsx';

/** The first page: the lists that a person can open, by group. */
export function Home() {
  const { commands, name } = useSession();
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
      <div className="cards">
        {groupsOf(commands.filter(isOpenList)).map(({ group, commands: lists }) => (
          <section key={group} className="card">
            <h2>{group}</h2>
            <ul>
              {lists.map((command) => (
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
