// The people of staff with their keys and passkeys, and those who wait for a second engineer.
import './staff.css';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { ActForm } from '#/command/ActForm.tsx';
import { useSession } from '#/session.ts';
import { useScreenKeys } from '#/shell/screenKeys.ts';
import { ListDetail, listKeys } from '#/ui/ListDetail.tsx';
import { useRows } from '#/ui/useRows.ts';
import { type Member, type Row, zStaffList } from './answers.ts';
import { MemberView } from './MemberView.tsx';
import { stateOf } from './states.ts';
import { WaitingView } from './WaitingView.tsx';

export function StaffPage({ open }: { open: string | undefined }) {
  const [notice, setNotice] = useState('');
  const list = useRows('staff list', zStaffList, ({ asOf, staff, waiting, waitingPasskeys }) => {
    const rowOf = (row: { id: string; name: string }, group: string) => ({
      id: row.id,
      name: row.name,
      group,
      asOf,
    });
    const members = (group: string, isHere: (member: Member) => boolean): Row[] =>
      staff.filter(isHere).map((member) => ({ ...rowOf(member, group), member }));
    return [
      ...waiting.map((newcomer): Row => ({ ...rowOf(newcomer, waits), newcomer })),
      ...waitingPasskeys.map((passkey): Row => ({ ...rowOf(passkey, waits), passkey })),
      ...members('People', ({ endedAt }) => endedAt === null),
      ...members('Ended', ({ endedAt }) => endedAt !== null),
    ];
  });
  useScreenKeys(listKeys);
  const finish = (words: string) => {
    setNotice(words);
    list.readAgain();
  };
  return (
    <ListDetail
      title="Staff"
      list={list}
      idOf={({ id }) => id}
      open={open}
      countWords={() => countOf(list.rows ?? [])}
      listLabel="Staff"
      groupOf={({ group }) => group}
      row={(row) => <RowWords row={row} />}
      notice={notice}
      filters={<AddNewcomer onDone={finish} />}
      whenClosed="Open a person to see their keys, passkeys and sessions."
      whenGone={() => 'This row is gone: the proposal was confirmed, replaced, or has expired.'}
      whenEmpty={{
        title: 'Nobody yet',
        words: 'The key of the machine adds the first two engineers, and they add all others.',
      }}
    >
      {(row) =>
        'member' in row ? (
          <MemberView key={row.id} member={row.member} asOf={row.asOf} onDone={finish} />
        ) : (
          <WaitingView key={row.id} row={row} onDone={finish} />
        )
      }
    </ListDetail>
  );
}

const waits = 'Wait for a second engineer';

function countOf(rows: readonly Row[]): string {
  const people = rows.filter((row) => 'member' in row && row.member.endedAt === null);
  const waiting = rows.filter((row) => !('member' in row));
  const words = people.length === 1 ? '1 person' : `${people.length} people`;
  return waiting.length > 0 ? `${words}, ${waiting.length} wait` : words;
}

/** Proposes a newcomer, whose browser has shown them a fingerprint. */
function AddNewcomer({ onDone }: { onDone: (words: string) => void }) {
  const command = useSession().commands.find(({ name }) => name === 'staff add');
  const [isOpen, setOpen] = useState(false);
  if (!command) return null;
  if (!isOpen)
    return (
      <div className="form-end">
        <Button className="button soft" onPress={() => setOpen(true)}>
          Propose a newcomer
        </Button>
      </div>
    );
  return (
    <section className="ld-new" aria-label="A newcomer">
      <p>
        The newcomer makes a passkey on the sign-in page, and reads you its fingerprint. Type what
        you hear; another engineer hears and types it too.
      </p>
      <ActForm
        command={command}
        input={{}}
        reasons={['joins the team']}
        onDone={(words) => {
          setOpen(false);
          onDone(words);
        }}
        onCancel={() => setOpen(false)}
      />
    </section>
  );
}

function RowWords({ row }: { row: Row }) {
  const state = 'member' in row ? stateOf(row.member, row.asOf) : null;
  return (
    <>
      <span className="sf-row">
        <b>{row.name}</b>
        {state && (
          <span className="badge" data-tone={state.tone}>
            {state.words}
          </span>
        )}
      </span>
      <small>{aboutOf(row)}</small>
    </>
  );
}

function aboutOf(row: Row): string {
  if ('passkey' in row) return `A passkey, proposed by ${row.passkey.proposedBy}`;
  if ('newcomer' in row)
    return `As ${row.newcomer.roles.join(', ')}, proposed by ${row.newcomer.proposedBy}`;
  const { roles, sessions, proposed } = row.member;
  return [
    roles.join(', '),
    ...(sessions > 0 ? ['at the desk now'] : []),
    ...(proposed ? [`proposed to ${proposed}`] : []),
  ].join(' · ');
}
