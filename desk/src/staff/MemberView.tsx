// A person of staff: their key, passkeys and sessions, and what engineers can do about them.
import type { Instant } from '@sandali/contract/day.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Acts } from '#/command/Acts.tsx';
import { signOut, useSession } from '#/session.ts';
import { NewPasskey } from '#/signIn/NewPasskey.tsx';
import { OpenRow } from '#/ui/OpenRow.tsx';
import { type Pair, Pairs } from '#/ui/Pairs.tsx';
import { Wrong } from '#/ui/Wrong.tsx';
import { timeOf } from '#/ui/words.ts';
import type { Member } from './answers.ts';
import { passkeyStateOf, stateOf } from './states.ts';

type Props = { member: Member; asOf: Instant; onDone: (words: string) => void };

export function MemberView({ member, asOf, onDone }: Props) {
  const { name: own } = useSession();
  const { name, roles, endedAt, suspendedBy, proposed } = member;
  const state = stateOf(member, asOf);
  return (
    <OpenRow label="The open person" title={name} about={roles.join(', ')}>
      <p>
        <span className="badge" data-tone={state.tone}>
          {state.words}
        </span>
      </p>
      <Pairs pairs={factsOf(member)} />
      <Passkeys member={member} asOf={asOf} />
      {proposed && (
        <p className="note">
          An engineer has proposed to {proposed} this key. Another confirms it by the same act.
        </p>
      )}
      {name === own && <OwnKey name={name} />}
      <Acts
        subject={{ as: 'staff', id: name }}
        first={firstActs(endedAt !== null, suspendedBy !== null)}
        without={without(endedAt !== null, suspendedBy !== null)}
        onDone={onDone}
      />
    </OpenRow>
  );
}

function firstActs(isEnded: boolean, isSuspended: boolean): readonly string[] {
  if (isEnded) return ['staff add'];
  return isSuspended ? ['staff resume', 'staff end'] : ['staff passkey', 'staff suspend'];
}

/** What the state of the key makes pointless. */
function without(isEnded: boolean, isSuspended: boolean): readonly string[] {
  if (isEnded) return ['staff passkey', 'staff suspend', 'staff resume', 'staff end'];
  return isSuspended
    ? ['staff add', 'staff passkey', 'staff suspend']
    : ['staff add', 'staff resume'];
}

function factsOf({ madeAt, madeBy, endsAt, sessions, ...key }: Member): Pair[] {
  const { endedAt, endedBy, suspendedBy, confirmsFrom } = key;
  return [
    ['Key made', `${timeOf(madeAt)}, by ${madeBy}`],
    ...(endedAt
      ? [['Ended', `${timeOf(endedAt)}, by ${endedBy}`] as const]
      : [
          ['Expires', timeOf(endsAt)] as const,
          ['Confirms from', confirmsFrom ? timeOf(confirmsFrom) : 'At once'] as const,
          ['At the desk', sessionWords(sessions)] as const,
        ]),
    ...(suspendedBy ? [['Suspended by', suspendedBy] as const] : []),
  ];
}

function sessionWords(count: number): string {
  if (count === 0) return 'No open session';
  return count === 1 ? '1 open session' : `${count} open sessions`;
}

function Passkeys({ member: { passkeys, endedAt }, asOf }: Pick<Props, 'member' | 'asOf'>) {
  if (endedAt) return null;
  if (passkeys.length === 0)
    return <p className="sf-none">No passkey: this key works on the command line only.</p>;
  return (
    <table className="table" aria-label="Passkeys">
      <thead>
        <tr>
          <th scope="col">Passkey</th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        {passkeys.map((passkey) => {
          const { words, tone } = passkeyStateOf(passkey, asOf);
          return (
            <tr key={passkey.fingerprint}>
              <td>
                <code>{passkey.fingerprint}</code>
              </td>
              <td>
                <span className="badge" data-tone={tone}>
                  {words}
                </span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** What a person can do about their own key: make another passkey, and end all sessions. */
function OwnKey({ name }: { name: string }) {
  const [isMaking, setMaking] = useState(false);
  const leave = useMutation({ mutationFn: () => signOut(true) });
  if (isMaking) return <NewPasskey own={name} onBack={() => setMaking(false)} />;
  return (
    <section className="sf-own" aria-label="Your own key">
      <p>
        This is you. A passkey cannot be renewed: before it expires, make another and let two
        engineers add it.
      </p>
      <div className="form-end">
        <Button className="button soft" onPress={() => setMaking(true)}>
          Make another passkey
        </Button>
        <Button
          className="button soft danger"
          onPress={() => leave.mutate()}
          isPending={leave.isPending}
        >
          End all your sessions
        </Button>
      </div>
      <Wrong error={leave.error} />
    </section>
  );
}
