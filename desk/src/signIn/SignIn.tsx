import './signIn.css';
import { type DeskSession, deskPaths, type SeededStaff } from '@sandali/contract/desk.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { get, post } from '#/api.ts';
import { signInByPasskey } from '#/passkey.ts';
import { openSession } from '#/session.ts';
import { ActionButton } from '#/ui/ActionButton.tsx';
import { Mark } from '#/ui/Mark.tsx';
import { Wrong } from '#/ui/Wrong.tsx';
import { NewPasskey } from './NewPasskey.tsx';

export function SignIn() {
  const [isNew, setNew] = useState(false);
  return (
    <main className="sign-in">
      <div className="sign-in-card">
        <Mark />
        {isNew ? <NewPasskey onBack={() => setNew(false)} /> : <ByPasskey />}
        {!isNew && (
          <Button className="button quiet" onPress={() => setNew(true)}>
            New here? Make a passkey
          </Button>
        )}
      </div>
      {!isNew && <Seeded />}
    </main>
  );
}

function ByPasskey() {
  const signIn = useMutation({ mutationFn: signInByPasskey, onSuccess: openSession });
  return (
    <>
      <h1>Sign in to the desk</h1>
      <p>Your session ends when you leave the desk idle, and after eight hours at most.</p>
      <ActionButton
        look="primary"
        isBusy={signIn.isPending}
        busyText="Waiting for your passkey…"
        onPress={() => signIn.mutate()}
      >
        Sign in with a passkey
      </ActionButton>
      <Wrong error={signIn.error} />
    </>
  );
}

/** The sandbox's staff. Outside the sandbox, the server has no such list. */
function Seeded() {
  const { data } = useQuery({
    queryKey: ['seeded'],
    queryFn: () => get<SeededStaff[]>(deskPaths.sandboxStaff).catch(() => []),
  });
  const enter = useMutation({
    mutationFn: (name: string) => post<DeskSession>(deskPaths.sandboxSignIn, { name }),
    onSuccess: openSession,
  });
  if (!data?.length) return null;
  return (
    <section className="seeded" aria-labelledby="seeded">
      <h2 id="seeded">Sandbox: enter as</h2>
      <ul>
        {data.map(({ name, roles }) => (
          <li key={name}>
            <Button className="seeded-one" onPress={() => enter.mutate(name)}>
              <b>{name}</b>
              <span>{roles.join(', ')}</span>
            </Button>
          </li>
        ))}
      </ul>
      <Wrong error={enter.error} />
    </section>
  );
}
