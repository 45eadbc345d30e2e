import type { ReactNode } from 'react';
import type { Application } from '#/review/answers.ts';
import { wordsOf } from '#/review/words.ts';
import { phoneWords, timeOf } from '#/ui/words.ts';
import { Section } from './Section.tsx';

type Props = { application: Application; action: ReactNode };

/** The borrower's number, when and what to say, and the calls and picture requests so far. */
export function Calls({ application, action }: Props) {
  const { phone, calling, calls, pictureRequests } = application;
  const { whyNotNow, hours } = calling;
  return (
    <Section title="Call" aside={action}>
      <p className="rv-call">
        <span className="rv-phone">{phone === null ? '–' : phoneWords(phone)}</span>
        <span className="badge" data-tone={whyNotNow ? 'danger' : 'positive'}>
          {whyNotNow ? 'Do not call now' : `You may call until ${hours.until}:00`}
        </span>
      </p>
      {whyNotNow && <p className="rv-fine">{whyNotNow}</p>}
      <details className="rv-script">
        <summary>What to say</summary>
        <ol>
          {calling.script.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ol>
      </details>
      <ul className="rv-rows">
        {calls.map(({ at, by, result, note, callBackAt }) => (
          <li key={at}>
            <span>
              <b>{wordsOf(result)}</b> {note}
              {callBackAt && <small>Call back {timeOf(callBackAt)}</small>}
            </span>
            <small>
              {by}, {timeOf(at)}
            </small>
          </li>
        ))}
        {pictureRequests.map(({ at, by, which, fault, outcome, until }) => (
          <li key={at}>
            <span>
              <b>{wordsOf(which)} asked again</b> {wordsOf(fault).toLowerCase()},{' '}
              {outcome === 'open' ? `until ${until}` : wordsOf(outcome).toLowerCase()}
            </span>
            <small>
              {by}, {timeOf(at)}
            </small>
          </li>
        ))}
      </ul>
      {calls.length === 0 && <p className="rv-none">Nobody has called yet.</p>}
    </Section>
  );
}
