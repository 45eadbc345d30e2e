import { formatPesos } from '@sandali/contract/money.ts';
import { Link } from '@tanstack/react-router';
import { useSession } from '#/session.ts';
import { Pairs } from '#/ui/Pairs.tsx';
import { Section } from '#/ui/Section.tsx';
import { timeOf } from '#/ui/words.ts';
import type { Bill } from './answers.ts';
import { outcomeName, stateName } from './words.ts';

/** What the bill owes and why, the promises so far, and the calls. */
export function BillFacts({ bill }: { bill: Bill }) {
  const { commands } = useSession();
  const { owed, tomorrow, promises, calls } = bill;
  return (
    <div className="co-facts">
      <Section className="co-section" title="Owed">
        <p className="co-owed">
          <b>{formatPesos(owed.totalCentavos)}</b> today, {owed.on}
          {tomorrow && (
            <>
              <br />
              <b>{formatPesos(tomorrow.totalCentavos)}</b> tomorrow, {tomorrow.on}
            </>
          )}
        </p>
        <Pairs
          pairs={[
            ['Principal', formatPesos(owed.principalCentavos)],
            ['Interest', formatPesos(owed.interestCentavos)],
            ['Late charge', formatPesos(owed.lateCentavos)],
            ['Paid so far', formatPesos(bill.paidCentavos)],
            ['Lent', formatPesos(bill.lentCentavos)],
            ['Due', bill.dueOn],
            ...(bill.lastFreeDay === bill.dueOn
              ? []
              : [['Last free day', bill.lastFreeDay] as const]),
          ]}
        />
        {commands.some(({ name }) => name === 'person standing') && (
          <Link to="/person/$person" params={{ person: bill.person }}>
            Open the borrower
          </Link>
        )}
      </Section>
      <Section className="co-section" title="Promises and plans">
        {promises.length === 0 && <p className="co-none">None so far.</p>}
        {promises.map(({ madeOn, isPlan, state, parts }) => (
          <div key={madeOn} className="co-made">
            <p>
              <b>{isPlan ? 'Plan in the app' : 'Promise'}</b>, {madeOn}:{' '}
              <span data-tone={state === 'broken' ? 'danger' : undefined}>{stateName(state)}</span>
            </p>
            <ul>
              {parts.map(({ on, amountCentavos, paidCentavos }) => (
                <li key={on}>
                  {on}: {formatPesos(amountCentavos)}, paid {formatPesos(paidCentavos)}
                </li>
              ))}
            </ul>
          </div>
        ))}
        {bill.promise.whyNot && <p className="co-none">{bill.promise.whyNot}</p>}
      </Section>
      <Section className="co-section" title="Calls">
        {calls.length === 0 && <p className="co-none">Nobody has called yet.</p>}
        <ul>
          {calls.map(({ at, by, outcome }) => (
            <li key={at}>
              {timeOf(at)}: <b>{outcomeName(outcome)}</b>, {by}
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}
