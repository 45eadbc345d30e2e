// What the borrower typed.
import type { Application } from '#/review/answers.ts';
import { wordsOf } from '#/review/words.ts';
import { phoneWords } from '#/ui/words.ts';
import { Pairs, Section } from './Section.tsx';

const worded = (value: string | null) => value && wordsOf(value);

/** What the pictures are compared with. */
export function IdentityFacts({ application }: { application: Application }) {
  const { name, identity, personal } = application;
  return (
    <Section title="Typed, to compare with the pictures">
      <dl className="rv-compare">
        <div>
          <dt>Name</dt>
          <dd>{name ?? '–'}</dd>
        </div>
        <div>
          <dt>Birthday</dt>
          <dd>
            {personal.bornOn ?? '–'}{' '}
            <small>
              age {personal.age}, {worded(personal.gender)?.toLowerCase() ?? '–'}
            </small>
          </dd>
        </div>
        <div>
          <dt>{wordsOf(identity.idType)}</dt>
          <dd>
            <span className="rv-number">{identity.idNumber ?? '–'}</span>{' '}
            <small>{identity.idExpiresOn ? `expires ${identity.idExpiresOn}` : 'no expiry'}</small>
          </dd>
        </div>
        <div className="rv-wide">
          <dt>Address</dt>
          <dd>{personal.address ?? '–'}</dd>
        </div>
      </dl>
      {identity.warning && (
        <p className="rv-mark" data-tone="warning">
          Check the ID: {identity.warning}.
        </p>
      )}
    </Section>
  );
}

export function WorkFacts({ application: { work } }: { application: Application }) {
  return (
    <Section title="Work and income">
      <Pairs
        pairs={[
          ['Income a month', <b key="income">{wordsOf(work.incomeBand)}</b>],
          ['Work', wordsOf(work.employmentType)],
          ['Employer', work.employer],
          ['Position', work.position],
          ['There for', worded(work.servicePeriod)],
          ['Payday', worded(work.payday)],
          ['Source of funds', worded(work.fundSource)],
          ['Work phone', work.workPhone],
          ['Work address', work.address],
        ]}
      />
    </Section>
  );
}

export function HomeFacts({ application: { personal } }: { application: Application }) {
  return (
    <Section title="Person and home">
      <Pairs
        pairs={[
          ['Lives there for', worded(personal.residenceYears)],
          ['Housing', worded(personal.housingType)],
          ['Civil status', worded(personal.maritalStatus)],
          ['Education', worded(personal.education)],
          ['Born in', personal.birthPlace],
          ['Nationality', personal.nationality],
          ['Facebook', personal.facebookLink],
        ]}
      />
    </Section>
  );
}

export function ReferenceFacts({ application: { contacts } }: { application: Application }) {
  return (
    <Section title="References">
      <ul className="rv-rows">
        {contacts.map(({ name, phone, relationship }) => (
          <li key={`${phone}`}>
            <span>
              <b>{name ?? '–'}</b> <small>{wordsOf(relationship)}</small>
            </span>
            <span className="rv-number">{phone === null ? '–' : phoneWords(phone)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function AccountFacts({ application: { accounts } }: { application: Application }) {
  return (
    <Section title="Bank and wallet">
      {accounts.length === 0 ? (
        <p className="rv-none">No account yet. Borrowers add one before their first loan.</p>
      ) : (
        <ul className="rv-rows">
          {accounts.map(({ kind, provider, ownerName, last4 }) => (
            <li key={`${kind} ${provider} ${last4}`}>
              <span>
                <b>{provider}</b> <small>{ownerName}</small>
              </span>
              <span className="rv-number">•••• {last4}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
