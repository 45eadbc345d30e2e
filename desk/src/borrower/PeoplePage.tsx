// Finds a person by what a caller says. A search is no look at a person; opening one is.
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import {
  Button,
  Cell,
  Column,
  Form,
  Input,
  Label,
  Row,
  Table,
  TableBody,
  TableHeader,
  Text,
  TextField,
} from 'react-aria-components';
import { ask } from '#/answer.ts';
import { useSession } from '#/session.ts';
import { ReasonField } from '#/ui/ReasonField.tsx';
import { faultOfReason } from '#/ui/reason.ts';
import { Wrong } from '#/ui/Wrong.tsx';
import { type Found, zFound } from './answers.ts';
import { reasons, useShared } from './BorrowerPage.tsx';

export function PeoplePage() {
  const { commands } = useSession();
  const { reason, setReason, search, setSearch } = useShared();
  const [text, setText] = useState(search?.text ?? '');
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    document.title = 'Borrowers · Desk';
  }, []);
  const find = useMutation({
    mutationFn: async (sought: string) => ({
      text: sought,
      found: await ask(commands, 'person find', zFound, {
        input: { text: sought.split(/\s+/) },
        reason,
      }),
    }),
    onSuccess: setSearch,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const sought = text.trim();
    const wrong = sought === '' ? 'Type what the caller says.' : faultOfReason(reason);
    setFault(wrong);
    if (wrong === null && !find.isPending) find.mutate(sought);
  };
  return (
    <section className="bo-page">
      <header className="bo-head">
        <h1>Borrowers</h1>
      </header>
      <Form className="bo-find" onSubmit={submit} validationBehavior="aria">
        <TextField className="field" value={text} onChange={setText} autoFocus>
          <Label>Who calls</Label>
          <Input autoComplete="off" spellCheck="false" maxLength={120} />
          <Text slot="description" className="field-about">
            Full name, mobile number, loan reference, payment code or payment reference.
          </Text>
        </TextField>
        <ReasonField
          value={reason}
          onChange={setReason}
          presets={reasons}
          about="The trail keeps it. The person does not see a search."
        />
        <Button type="submit" className="button primary" isPending={find.isPending}>
          {find.isPending ? 'Finding…' : 'Find'} <kbd>Enter</kbd>
        </Button>
      </Form>
      {fault && (
        <p className="wrong" role="alert">
          {fault}
        </p>
      )}
      <Wrong error={find.error} />
      {search === null && !find.isPending && (
        <div className="empty">
          <h2>Find the person who calls</h2>
          <p>
            People who fit appear here with their names and numbers masked. Ask the caller for the
            last three digits, and open the one who fits.
          </p>
        </div>
      )}
      <div role="status">{search && !find.isPending && <People found={search.found} />}</div>
    </section>
  );
}

function People({ found: { people, hasMore, by } }: { found: Found }) {
  const navigate = useNavigate();
  if (people.length === 0)
    return (
      <div className="empty">
        <h2>Nobody fits</h2>
        <p>
          {by === 'name'
            ? 'Ask for the full name as it is on the ID, or for the mobile number.'
            : 'Ask for the mobile number of the account, or for the full name.'}
        </p>
      </div>
    );
  return (
    <>
      <div className="bo-table">
        <Table
          aria-label="People who fit"
          onRowAction={(person) =>
            navigate({ to: '/person/$person', params: { person: `${person}` } })
          }
        >
          <TableHeader>
            <Column isRowHeader>Name</Column>
            <Column>Number</Column>
            <Column>Born</Column>
            <Column>Bill</Column>
            <Column>Last loan</Column>
          </TableHeader>
          <TableBody>
            {people.map((row) => (
              <Row key={row.userGid} id={row.userGid} textValue={row.name ?? row.phone}>
                <Cell>
                  <b>{row.name ?? 'No name yet'}</b>
                </Cell>
                <Cell>{row.phone}</Cell>
                <Cell>{row.bornIn ?? '–'}</Cell>
                <Cell>{row.hasOpenBill ? 'Open' : 'None'}</Cell>
                <Cell>{row.lastReference ?? '–'}</Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      </div>
      {hasMore && (
        <p className="note">More people fit. Add the middle name, or ask for the number.</p>
      )}
    </>
  );
}
