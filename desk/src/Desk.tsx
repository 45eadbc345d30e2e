import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Button } from 'react-aria-components';
import { router } from './router.tsx';
import { queries, SessionContext, useSessionQuery } from './session.ts';
import { SignIn } from './signIn/SignIn.tsx';
import { Mark } from './ui/Mark.tsx';
import { Wrong } from './ui/Wrong.tsx';

/** The whole desk. */
export function Desk() {
  return (
    <QueryClientProvider client={queries}>
      <SignedIn />
    </QueryClientProvider>
  );
}

function SignedIn() {
  const { data: session, error, isPending, isFetching, refetch } = useSessionQuery();
  if (isPending)
    return (
      <main className="alone" aria-busy="true">
        <Mark />
      </main>
    );
  if (error)
    return (
      <main className="alone">
        <div className="stopped">
          <Mark />
          <Wrong error={error} />
          <Button className="button soft" onPress={() => void refetch()} isPending={isFetching}>
            Try again
          </Button>
        </div>
      </main>
    );
  if (!session) return <SignIn />;
  return (
    <SessionContext value={session}>
      <RouterProvider router={router} />
    </SessionContext>
  );
}
