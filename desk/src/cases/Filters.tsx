import { Link } from '@tanstack/react-router';
import { useSession } from '#/session.ts';
import { caseKinds } from './answers.ts';
import { kinds } from './kinds.ts';
import type { CasesSearch } from './search.ts';

const holders = [
  { assigned: undefined, name: 'Everybody’s' },
  { assigned: 'me', name: 'Mine' },
  { assigned: 'nobody', name: 'Nobody’s' },
] as const;

/** Links that filter the list by kind, and by whose the cases are. The open case closes. */
export function Filters({ search: { kind, assigned } }: { search: CasesSearch }) {
  const { commands } = useSession();
  const mine = caseKinds.filter((each) => commands.some(({ name }) => name === kinds[each].look));
  const link = (name: string, search: CasesSearch, isOn: boolean) => (
    <Link
      key={name}
      to="/cases"
      search={search}
      activeOptions={{ exact: true, includeSearch: true }}
      {...(isOn && { 'aria-current': true })}
    >
      {name}
    </Link>
  );
  return (
    <nav className="cs-filters" aria-label="Filter">
      <div className="filters">
        {link('All kinds', { assigned }, kind === undefined)}
        {mine.map((each) => link(kinds[each].plural, { kind: each, assigned }, kind === each))}
      </div>
      <div className="filters">
        {holders.map(({ name, assigned: of }) =>
          link(name, { kind, assigned: of }, assigned === of),
        )}
      </div>
    </nav>
  );
}
