// Everything that happened to the person, newest first. Each kind and each further page is a look
// of its own, which the person sees, so that what was read is kept while the page is open.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { ask } from '#/answer.ts';
import { CellView } from '#/command/CellView.tsx';
import { useSession } from '#/session.ts';
import { Wrong } from '#/ui/Wrong.tsx';
import { clockOf, pesos, timeOf } from '#/ui/words.ts';
import { type Event, type Timeline as Events, zTimeline } from './answers.ts';
import { useShared } from './BorrowerPage.tsx';
import { addsState, type Filter, filters, toneOf } from './kinds.ts';
import { eventWords } from './words.ts';

type Props = { person: string; first: Events };

export function Timeline({ person, first }: Props) {
  const { commands } = useSession();
  const { reason } = useShared();
  const [chosen, setChosen] = useState<Filter>('All');
  const [read, setRead] = useState<Partial<Record<Filter, Events>>>({ All: first });
  const reading = useMutation({
    mutationFn: async ({ filter, after }: { filter: Filter; after: string | null }) => {
      const only = filters[filter];
      const page = await ask(commands, 'person timeline', zTimeline, {
        input: { person, ...(only && { only }), ...(after && { after }) },
        reason,
      });
      return { filter, page };
    },
    onSuccess: ({ filter, page: { events, next } }) =>
      setRead((old) => ({
        ...old,
        [filter]: { events: [...(old[filter]?.events ?? []), ...events], next },
      })),
  });
  const choose = (filter: Filter) => {
    setChosen(filter);
    reading.reset();
    if (!read[filter]) reading.mutate({ filter, after: null });
  };
  const shown = read[chosen];
  return (
    <section className="bo-timeline" aria-label="Timeline">
      <ToggleButtonGroup
        className="bo-filters"
        aria-label="Kinds of event"
        disallowEmptySelection
        selectedKeys={[chosen]}
        onSelectionChange={([key]) => key && choose(key as Filter)}
      >
        {(Object.keys(filters) as Filter[]).map((filter) => (
          <ToggleButton key={filter} id={filter} className="bo-filter">
            {filter}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Wrong error={reading.error} />
      <div aria-busy={reading.isPending} role="status">
        {shown && <Days events={shown.events} />}
        {!shown && reading.isPending && <span className="bo-bone" />}
      </div>
      {shown?.next && (
        <Button
          className="button soft"
          onPress={() => reading.mutate({ filter: chosen, after: shown.next })}
          isPending={reading.isPending}
        >
          Earlier
        </Button>
      )}
    </section>
  );
}

function Days({ events }: { events: readonly Event[] }) {
  if (events.length === 0) return <p className="bo-none">Nothing of this kind happened.</p>;
  const days = Map.groupBy(events, ({ at }) => timeOf(at).slice(0, 10));
  return [...days].map(([day, some]) => (
    <section key={day} className="bo-day" aria-label={day}>
      <h3>{day}</h3>
      <ol>
        {some.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </ol>
    </section>
  ));
}

function EventRow({ event: { at, kind, what, amountCentavos, state, of } }: { event: Event }) {
  return (
    <li className="bo-event" data-tone={toneOf(kind)}>
      <time dateTime={at}>{clockOf(at)}</time>
      <span>
        {eventWords(what)}
        {state && addsState(kind) && <small>{state}</small>}
      </span>
      <span className="bo-amount">{amountCentavos !== null && pesos(amountCentavos)}</span>
      <span className="bo-of">{of && <CellView cell={of} />}</span>
    </li>
  );
}
