// An open proposal: what it changes, who proposed it and why, and the acts of the second person.
import { type Cell, cellText } from '@sandali/contract/commands.ts';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { CellView } from '#/command/CellView.tsx';
import { useKeys } from '#/review/useKeys.ts';
import { timeOf } from '#/review/words.ts';
import { useSession } from '#/session.ts';
import { wordsOfName } from '#/ui/words.ts';
import { ActForm } from './ActForm.tsx';
import { actsOn } from './acts.ts';
import type { Waiting } from './answers.ts';
import { shortIds } from './words.ts';

type Props = { proposal: Waiting; onDone: (words: string) => void };

export function ProposalView({ proposal, onDone }: Props) {
  const { commands, name } = useSession();
  const [chosen, setChosen] = useState<'confirm' | 'decline' | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const acts = actsOn(proposal, commands);
  const isOwn = proposal.proposedBy === name;
  const act = chosen && acts[chosen];
  const choose = (next: 'confirm' | 'decline') =>
    acts[next] && !isOwn ? () => setChosen(next) : null;
  useKeys({ c: choose('confirm'), d: choose('decline') });
  useEffect(() => heading.current?.focus(), []);
  return (
    <article className="ap-view" aria-label="The open proposal">
      <header>
        <h2 ref={heading} tabIndex={-1}>
          {acts.confirm?.command.label ?? proposal.confirmedBy}
        </h2>
        <p>{shortIds(proposal.what)}</p>
      </header>
      <Facts proposal={proposal} />
      <Story proposal={proposal} />
      {isOwn && <p className="note">You proposed this, so another person confirms it.</p>}
      {!isOwn && !acts.confirm && (
        <p className="note">Your roles may see this proposal, but not confirm it.</p>
      )}
      {!isOwn && (acts.confirm || acts.decline) && (
        <div className="form-end">
          {acts.confirm && (
            <Button className="button primary" onPress={() => setChosen('confirm')}>
              Confirm <kbd>C</kbd>
            </Button>
          )}
          {acts.decline && (
            <Button className="button soft danger" onPress={() => setChosen('decline')}>
              Decline <kbd>D</kbd>
            </Button>
          )}
        </div>
      )}
      {act && chosen && (
        <ActForm
          key={chosen}
          id={proposal.id}
          act={act}
          verb={chosen === 'confirm' ? 'Confirm' : 'Decline'}
          onDone={onDone}
          onCancel={() => setChosen(null)}
        />
      )}
    </article>
  );
}

/** What the proposal changes. A changed value stands out; money is right-aligned. */
function Facts({ proposal: { facts } }: { proposal: Waiting }) {
  if (facts.length === 0) return null;
  return (
    <table className="facts ap-facts">
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {facts.map(({ name, before, after }) => {
          const isChanged = cellText(before) !== cellText(after);
          return (
            <tr key={name} data-changed={isChanged}>
              <th scope="row">{wordsOfName(name)}</th>
              <td className={lookOf(before, after)}>
                <CellView cell={before} />
              </td>
              <td className={lookOf(before, after)}>
                {isChanged ? (
                  <mark>
                    <CellView cell={after} />
                  </mark>
                ) : (
                  'as it is'
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const isMoney = (cell: Cell) => typeof cell === 'object' && cell?.as === 'money';
const lookOf = (before: Cell, after: Cell) =>
  isMoney(before) || isMoney(after) ? 'amount' : undefined;

function Story({ proposal }: { proposal: Waiting }) {
  const { about, proposedBy, proposedAt, lapsesAt, reason } = proposal;
  return (
    <dl className="pairs">
      {about && <Pair name="Concerns">{<Subject about={about} />}</Pair>}
      <Pair name="Proposed by">
        {proposedBy}, {timeOf(proposedAt)}
      </Pair>
      <Pair name="Why">{reason ?? '–'}</Pair>
      <Pair name="Until">{lapsesAt ? timeOf(lapsesAt) : 'It does not expire.'}</Pair>
    </dl>
  );
}

function Pair({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A link to the screen of a person or an application, and the commands about anything else. */
function Subject({ about }: { about: NonNullable<Waiting['about']> }) {
  const words = `${wordsOfName(about.as)} …${about.id.slice(-8)}`;
  if (about.as === 'application')
    return (
      <Link to="/review/$application" params={{ application: about.id }}>
        {words}
      </Link>
    );
  if (about.as === 'person')
    return (
      <Link to="/person/$person" params={{ person: about.id }}>
        {words}
      </Link>
    );
  return (
    <>
      {wordsOfName(about.as)} <CellView cell={about} />
    </>
  );
}
