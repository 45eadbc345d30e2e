import { ToggleButton } from 'react-aria-components';
import type { Bill } from './answers.ts';
import { type Outcome, outcomes } from './words.ts';

type Props = {
  bill: Bill;
  outcome: Outcome | null;
  /** Whether the result is logged already, so that it can no longer change. */
  isLogged: boolean;
  onChoose: (outcome: Outcome) => void;
};

/** The number to call, what to say, and the possible results with their keys. */
export function Outcomes({ bill, outcome, isLogged, onChoose }: Props) {
  return (
    <>
      <h3 tabIndex={-1}>Call {bill.phone}</h3>
      <ol className="co-script">
        {bill.script.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
      <fieldset className="co-outcomes">
        <legend>Result of the call</legend>
        {outcomes.map(([value, label], nth) => (
          <ToggleButton
            key={value}
            className="button soft"
            isSelected={outcome === value}
            isDisabled={isLogged}
            onChange={() => onChoose(value)}
          >
            {label} <kbd>{nth + 1}</kbd>
          </ToggleButton>
        ))}
      </fieldset>
    </>
  );
}
