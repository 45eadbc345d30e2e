// What waits for the person's roles, by menu group. It names nobody, so that it may be read at once.
import './today.css';
import { cellText } from '@sandali/contract/commands.ts';
import { zInstant } from '@sandali/contract/day.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button } from 'react-aria-components';
import * as v from 'valibot';
import { ask } from '#/answer.ts';
import { kindListedBy } from '#/cases/kinds.ts';
import { slugOf } from '#/command/slug.ts';
import { tabListing } from '#/money/tabs.ts';
import { useSession } from '#/session.ts';
import { screenListing } from '#/shell/screens.ts';
import { Wrong } from '#/ui/Wrong.tsx';
import { wordsOfName } from '#/ui/words.ts';

const zToday = v.looseObject({
  rows: v.array(
    v.looseObject({
      what: v.string(),
      count: v.number(),
      isMore: v.boolean(),
      since: v.nullable(zInstant),
      dueOn: v.nullable(v.string()),
      isLate: v.boolean(),
      listedBy: v.string(),
      input: v.record(v.string(), v.string()),
    }),
  ),
});
type Waits = v.InferOutput<typeof zToday>['rows'][number];

export function Today() {
  const { commands } = useSession();
  const today = useQuery({
    queryKey: ['today'],
    queryFn: async () => (await ask(commands, 'today', zToday, { input: {} })).rows,
  });
  // The rows of a screen stand together, under its name. The first row is due first.
  const groupOf = ({ listedBy }: Waits) =>
    screenListing(listedBy, commands)?.name ??
    commands.find(({ name }) => name === listedBy)?.menu ??
    '';
  const groups = Map.groupBy(today.data ?? [], groupOf);
  return (
    <section className="to-day" aria-labelledby="today">
      <header>
        <h2 id="today">Waits for you</h2>
        <Button
          className="button quiet"
          onPress={() => void today.refetch()}
          isPending={today.isFetching}
        >
          Read again
        </Button>
      </header>
      <Wrong error={today.error} />
      {today.isPending && (
        <div className="cards" aria-busy="true">
          {['first', 'second', 'third'].map((card) => (
            <span key={card} className="to-bone" />
          ))}
        </div>
      )}
      {today.data?.length === 0 && (
        <p className="to-none" role="status">
          Nothing waits. Proposals, applications, cases and money that need a person of your roles
          appear here, the earliest deadline first.
        </p>
      )}
      <div className="cards">
        {[...groups].map(([group, rows]) => (
          <section key={group} className="card" aria-label={group}>
            <h3>{group}</h3>
            <ul>
              {rows.map((row) => (
                <li key={row.what}>
                  <WaitsLink row={row} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}

/** A count opens its list. What is past its legal deadline is red. */
function WaitsLink({
  row: { what, count, isMore, since, dueOn, isLate, listedBy, input },
}: {
  row: Waits;
}) {
  const { commands } = useSession();
  const content = (
    <>
      <b>
        {count}
        {isMore && '+'}
      </b>
      <span>
        {wordsOfName(what)}
        {since && <small>Since {cellText({ as: 'instant', at: since })}</small>}
        {dueOn && <small>{isLate ? `Late: was due ${dueOn}` : `Due ${dueOn}`}</small>}
      </span>
    </>
  );
  const look = { className: 'to-link', 'data-late': isLate };
  const screen = screenListing(listedBy, commands);
  if (screen?.to === '/money')
    return (
      <Link {...look} to="/money" search={{ tab: tabListing(listedBy) }}>
        {content}
      </Link>
    );
  if (screen?.to === '/cases')
    return (
      <Link {...look} to="/cases" search={{ kind: kindListedBy(listedBy) }}>
        {content}
      </Link>
    );
  if (screen)
    return (
      <Link {...look} to={screen.to} search={input}>
        {content}
      </Link>
    );
  return (
    <Link {...look} to="/c/$command" params={{ command: slugOf({ name: listedBy }) }}>
      {content}
    </Link>
  );
}
