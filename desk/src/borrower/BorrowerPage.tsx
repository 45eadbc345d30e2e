// The search and a person's page share the reason and what was searched. Both stay in memory,
// because an address or the browser's storage must hold no name and no number.
import './borrower.css';
import { Outlet } from '@tanstack/react-router';
import { createContext, useContext, useMemo, useState } from 'react';
import type { Found } from './answers.ts';

type Shared = {
  reason: string;
  setReason: (reason: string) => void;
  /** The last search and its result. */
  search: { text: string; found: Found } | null;
  setSearch: (search: Shared['search']) => void;
};

const BorrowerContext = createContext<Shared | null>(null);

export const reasons = [
  'The person called',
  'The person wrote, and asks for an answer',
  'Checks a payment of the person',
];

export function useShared(): Shared {
  const shared = useContext(BorrowerContext);
  if (!shared) throw new Error('only the borrower screens share a search');
  return shared;
}

export function BorrowerPage() {
  const [reason, setReason] = useState(reasons[0] ?? '');
  const [search, setSearch] = useState<Shared['search']>(null);
  const shared = useMemo(() => ({ reason, setReason, search, setSearch }), [reason, search]);
  return (
    <BorrowerContext value={shared}>
      <Outlet />
    </BorrowerContext>
  );
}
