// An entry's story, found by a reference. What was searched stays in memory, because an address
// must hold no reference of a person; only the id of a payout or a refund stands in it.
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Button, Form, Input, Label, Text, TextField } from 'react-aria-components';
import { Record } from '#/command/Record.tsx';
import { OpenRow } from '#/ui/OpenRow.tsx';
import { useRows } from '#/ui/useRows.ts';
import { wordsOfName } from '#/ui/words.ts';
import { zEntries } from './answers.ts';
import { MoneyList, type TabProps } from './MoneyList.tsx';
import { Row } from './Row.tsx';
import { StoryView } from './StoryView.tsx';
import { amountOf } from './words.ts';

type Props = TabProps & { about: string | undefined };

export function Entries({ about = '', ...props }: Props) {
  const [reference, setReference] = useState(about);
  const find = <FindEntry reference={reference} onFind={setReference} />;
  if (reference !== '')
    return <EntryList {...props} key={reference} reference={reference} more={find} />;
  return (
    <section className="ld-page">
      <header className="ld-head">
        <h1>{props.title}</h1>
      </header>
      {props.tabs}
      {find}
      {props.open ? (
        <Entry key={props.open} id={props.open} />
      ) : (
        <div className="empty">
          <h2>Find an entry of the books</h2>
          <p>
            Its story appears here: its lines, what caused it, the two people who decided it, and
            what took it back.
          </p>
        </div>
      )}
    </section>
  );
}

type FindProps = { reference: string; onFind: (reference: string) => void };

function FindEntry({ reference, onFind }: FindProps) {
  const [text, setText] = useState(reference);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') onFind(text.trim());
  };
  return (
    <Form className="mo-find" onSubmit={submit}>
      <TextField className="field" value={text} onChange={setText} autoFocus>
        <Label>Reference</Label>
        <Input autoComplete="off" spellCheck="false" maxLength={100} />
        <Text slot="description" className="field-about">
          Of a loan, a payout, a payment, a refund or a claim; a gateway’s or the bank’s id too.
        </Text>
      </TextField>
      <Button type="submit" className="button primary">
        Find <kbd>Enter</kbd>
      </Button>
    </Form>
  );
}

type EntryListProps = TabProps & { reference: string; more: React.ReactNode };

function EntryList({ reference, ...props }: EntryListProps) {
  const list = useRows('ledger find', zEntries, ({ entries }) => entries, { reference });
  return (
    <MoneyList
      {...props}
      list={list}
      idOf={({ id }) => id}
      listLabel="Entries, the newest first"
      row={(row) => (
        <Row title={wordsOfName(row.kind)} amount={amountOf(row.amountCentavos)} on={row.bookedOn}>
          {row.happenedOn === row.bookedOn ? '' : `Happened on ${row.happenedOn}`}
        </Row>
      )}
      whenEmpty={{
        title: 'No entry is about it',
        words: 'Check each digit. Money that has not arrived or left yet has no entry.',
      }}
      whenClosed="Open an entry to read its story."
      whenGone="This entry is about something else."
    >
      {(row) => <Entry key={row.id} id={row.id} />}
    </MoneyList>
  );
}

function Entry({ id }: { id: string }) {
  return (
    <OpenRow
      label="The entry"
      title={`Entry …${id.slice(-8)}`}
      about={
        <Link to="/money" search={{ tab: 'entries', open: id }}>
          Its address
        </Link>
      }
    >
      <Record look="ledger entry" subject={{ as: 'entry', id }}>
        {({ data }) => <StoryView data={data} />}
      </Record>
    </OpenRow>
  );
}
