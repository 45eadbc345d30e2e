import { Label, Radio, RadioGroup } from 'react-aria-components';

type Choice = { value: string; label: string; reads?: string; isDisabled?: boolean };
type Props = {
  label: string;
  choices: readonly Choice[];
  value: string | null;
  onChange: (value: string) => void;
  isRow?: boolean;
  autoFocus?: boolean;
};

/** One of a few choices, each with the sentence that the borrower reads. */
export function ChoiceGroup({ label, choices, value, onChange, isRow, autoFocus }: Props) {
  return (
    <RadioGroup
      className="rv-choices"
      value={value}
      onChange={onChange}
      orientation={isRow ? 'horizontal' : 'vertical'}
    >
      <Label>{label}</Label>
      <div data-row={isRow || undefined}>
        {choices.map((choice, nth) => (
          <Radio
            key={choice.value}
            value={choice.value}
            className="rv-choice"
            isDisabled={choice.isDisabled ?? false}
            autoFocus={autoFocus === true && (value === null ? nth === 0 : value === choice.value)}
          >
            <span className="rv-dot" aria-hidden="true" />
            <span>
              <b>{choice.label}</b>
              {choice.reads && <small>“{choice.reads}”</small>}
            </span>
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
