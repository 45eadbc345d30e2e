// The session: who is signed in, and how it ends.
import { type DeskSession, deskPaths } from '@sandali/contract/desk.ts';
import { QueryClient, useQuery } from '@tanstack/react-query';
import { createContext, useContext, useEffect } from 'react';
import { get, post, Wrong, whenSignedOut } from './api.ts';

/** Nothing is fetched again by itself, because people see who looked at their data. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      refetchOnMount: false,
      refetchOnReconnect: false,
      refetchOnWindowFocus: false,
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    },
    mutations: { retry: false, gcTime: 0 },
  },
});
const key = ['session'];

whenSignedOut(() => {
  if (queries.getQueryData(key)) openSession(null);
});

/** Reads the session once; its data is null for a person who is not signed in. */
export function useSessionQuery() {
  return useQuery({ queryKey: key, queryFn: readSession });
}

async function readSession(): Promise<DeskSession | null> {
  try {
    return await get<DeskSession>(deskPaths.session);
  } catch (error) {
    if (error instanceof Wrong && error.status === 401) return null;
    throw error;
  }
}

/** Enters a session, or leaves it with null. Data of the previous session is dropped. */
export function openSession(session: DeskSession | null): void {
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== key[0] });
  queries.setQueryData(key, session);
}

/** Ends this session, or all sessions of this person. */
export async function signOut(isEverywhere: boolean): Promise<void> {
  await post(deskPaths.signOut, { isEverywhere });
  openSession(null);
}

export const SessionContext = createContext<DeskSession | null>(null);

/** Returns the session inside the shell. */
export function useSession(): DeskSession {
  const session = useContext(SessionContext);
  if (!session) throw new Error('only the shell has a session');
  return session;
}

const parts = 5;

/**
 * Signs a person out who leaves the desk idle. While they type, it keeps the session open, because
 * the server sees only calls.
 */
export function useIdleEnd(idleMs: number): void {
  useEffect(() => {
    let isActive = false;
    let quietParts = 0;
    const act = () => {
      isActive = true;
    };
    const check = () => {
      quietParts = isActive ? 0 : quietParts + 1;
      if (isActive)
        void readSession().then(
          (session) => session ?? openSession(null),
          () => {},
        );
      else if (quietParts >= parts - 1) void signOut(false).catch(() => openSession(null));
      isActive = false;
    };
    const timer = setInterval(check, idleMs / parts);
    const events = ['keydown', 'pointerdown', 'input'] as const;
    for (const name of events) document.addEventListener(name, act);
    return () => {
      clearInterval(timer);
      for (const name of events) document.removeEventListener(name, act);
    };
  }, [idleMs]);
}
