// What the review engine found, whom the application resembles, and what came before.
import { Link } from '@tanstack/react-router';
import type { Application, Finding } from '#/review/answers.ts';
import { wordsOf } from '#/review/words.ts';
import { asSentence, pesos, timeOf } from '#/ui/words.ts';
import { Pairs, Section } from './Section.tsx';

const tones: Readonly<Record<string, string>> = {
  rejected: 'danger',
  manual: 'warning',
  bonus: 'positive',
};
const verbs: Readonly<Record<string, string>> = {
  rejected: 'Refuses',
  manual: 'Needs a person',
  bonus: 'Adds to the limit',
  note: 'Note',
};

/** The findings of the newest decision, the heaviest first. */
export function Checks({ application: { decisions } }: { application: Application }) {
  const newest = decisions.at(-1);
  const weights = Object.keys(verbs);
  const findings = (newest?.findings ?? []).toSorted(
    (one, other) => weights.indexOf(one.says) - weights.indexOf(other.says),
  );
  const lists = Object.entries(newest?.screened ?? {});
  return (
    <Section title="Checks">
      {findings.length === 0 && <p className="rv-none">No rule found anything.</p>}
      <ul className="rv-findings">
        {findings.map((finding) => (
          <FindingRow key={finding.rule} finding={finding} />
        ))}
      </ul>
      {lists.length > 0 && (
        <p className="rv-fine">
          Screened against{' '}
          {lists
            .map(([list, version]) => `${list} ${version === null ? '(no list)' : `v${version}`}`)
            .join(', ')}
          .
        </p>
      )}
    </Section>
  );
}

function FindingRow({ finding: { says, words, listed, others } }: { finding: Finding }) {
  const sentence = words.replace(/^[^:]+: /, '');
  return (
    <li data-tone={tones[says] ?? 'note'}>
      <span className="rv-verb">{verbs[says] ?? wordsOf(says)}</span>
      <span>
        {asSentence(sentence)}
        {listed.map((match) => (
          <small key={match}>Match: {match}</small>
        ))}
        {others.map((other) => (
          <CaseLink key={other} application={other} />
        ))}
      </span>
    </li>
  );
}

/** An application is named by the end of its opaque id. */
function CaseLink({ application }: { application: string }) {
  return (
    <Link to="/review/$application" params={{ application }} className="rv-link">
      Application …{application.slice(-8)}
    </Link>
  );
}

export function Limits({ application }: { application: Application }) {
  const { firstLimitCentavos, affordableCentavos, limits, belowShare } = application;
  return (
    <Section title="Limit">
      <Pairs
        pairs={[
          [
            'Usual for income',
            <b key="usual">{firstLimitCentavos !== null && pesos(firstLimitCentavos)}</b>,
          ],
          ['At most', affordableCentavos !== null && pesos(affordableCentavos)],
          ['Two people above', pesos(limits.twoPeopleAboveCentavos)],
        ]}
      />
      {belowShare && (
        <p className="rv-mark" data-tone="warning">
          The income is too low for any loan
          {belowShare.asksPerson ? '; the borrower knows this and asks for a person' : ''}.
        </p>
      )}
    </Section>
  );
}

const traits: Readonly<Record<string, string>> = {
  idNumber: 'the same ID number',
  picture: 'the same picture, byte for byte',
  device: 'the same device',
};

/** Other people with the same ID number, picture or device, and earlier applications. */
export function History({ application }: { application: Application }) {
  const { likeness, earlier, number } = application;
  const alike = Object.entries(likeness).filter(([, people]) => people.length > 0);
  return (
    <Section title="Others and earlier">
      <ul className="rv-findings">
        {alike.map(([trait, people]) => (
          <li key={trait} data-tone="warning">
            <span className="rv-verb">
              {people.length} {people.length === 1 ? 'person' : 'people'}
            </span>
            <span>
              {traits[trait] ?? wordsOf(trait)}
              {people.map((person) => (
                <small key={person} className="rv-number">
                  …{person.slice(-8)}
                </small>
              ))}
            </span>
          </li>
        ))}
        {earlier.map((one) => (
          <li key={one.application} data-tone="note">
            <span className="rv-verb">No. {one.number}</span>
            <span>
              {one.outcome ? wordsOf(one.outcome) : 'Never decided'}
              {one.reasonGroup && ` (${one.reasonGroup})`}
              {one.decidedBy && ` by ${one.decidedBy}`}
              <small>{one.submittedAt ? timeOf(one.submittedAt) : 'Never sent'}</small>
              <CaseLink application={one.application} />
            </span>
          </li>
        ))}
      </ul>
      {alike.length === 0 && (
        <p className="rv-none">Nobody else has this ID number, picture or device.</p>
      )}
      {earlier.length === 0 && (
        <p className="rv-none">Application no. {number}, with none before.</p>
      )}
    </Section>
  );
}
