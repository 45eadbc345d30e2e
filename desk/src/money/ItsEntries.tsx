import { Link } from '@tanstack/react-router';
import { useSession } from '#/session.ts';

/** A link to the entries of the books about one thing, for those who may read them. */
export function ItsEntries({ id }: { id: string }) {
  const { commands } = useSession();
  if (!commands.some(({ name }) => name === 'ledger find')) return null;
  return (
    <Link to="/money" search={{ tab: 'entries', about: id }}>
      Its entries
    </Link>
  );
}
