import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { wrongOf } from './api.ts';
import { router } from './router.tsx';
import { queries, SessionContext, useSessionQuery } from './session.ts';
import { SignIn } from './signIn/SignIn.tsx';

/** The whole desk. */
export function Desk() {
  return (
    <QueryClientProvider client={queries}>
      <SignedIn />
    </QueryClientProvider>
  );
}

function SignedIn() {
  const { data: session, error, isPending } = useSessionQuery();
  if (error)
    return (
      <main className="alone" role="alert">
        {wrongOf(error)}
      </main>
    );
  if (isPending) return <main className="alone" aria-busy="true" />;
  if (!session) return <SignIn />;
  return (
    <SessionContext value={session}>
      <RouterProvider router={router} />
    </SessionContext>
  );
}
