// An open proposal: what it changes, who proposed it and why, and the acts of the second person.
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { ActForm } from '#/command/ActForm.tsx';
import { CellView } from '#/command/CellView.tsx';
import { FactsTable } from '#/command/FactsTable.tsx';
import { storyOf } from '#/command/storyOf.ts';
import { useSession } from '#/session.ts';
import { OpenRow } from '#/ui/OpenRow.tsx';
import { Pairs } from '#/ui/Pairs.tsx';
import { useKeys } from '#/ui/useKeys.ts';
import { shortIds, wordsOfName } from '#/ui/words.ts';
import { actsOn } from './acts.ts';
import type { Waiting } from './answers.ts';

type Props = { proposal: Waiting; onDone: (words: string) => void };

export function ProposalView({ proposal, onDone }: Props) {
  const { commands, name } = useSession();
  const [chosen, setChosen] = useState<'confirm' | 'decline' | null>(null);
  const acts = actsOn(proposal, commands);
  const { about } = proposal;
  const isOwn = proposal.proposedBy === name;
  const act = chosen && acts[chosen];
  const choose = (next: 'confirm' | 'decline') =>
    acts[next] && !isOwn ? () => setChosen(next) : null;
  useKeys({ c: choose('confirm'), d: choose('decline') });
  return (
    <OpenRow
      label="The open proposal"
      title={acts.confirm?.command.label ?? proposal.confirmedBy}
      about={shortIds(proposal.what)}
    >
      <FactsTable facts={proposal.facts} />
      <Pairs
        pairs={[
          ...(about ? [['Concerns', <Subject key="about" about={about} />] as const] : []),
          ...storyOf(proposal),
        ]}
      />
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
          {...act}
          title={chosen === 'confirm' ? 'Confirm' : 'Decline'}
          proposal={proposal.id}
          onDone={onDone}
          onCancel={() => setChosen(null)}
        />
      )}
    </OpenRow>
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
