import { Checkbox, CheckboxGroup, FieldError } from 'react-aria-components';
import { FieldLabel, type LabelProps } from './FieldLabel.tsx';

type Props = LabelProps & {
  words: readonly string[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  fault: string | undefined;
};

/** Some of several words, in the order of the list. */
export function ChoicesField({ words, value, onChange, fault, ...label }: Props) {
  return (
    <CheckboxGroup
      className="field field-wide"
      value={[...value]}
      onChange={(chosen) => onChange(words.filter((word) => chosen.includes(word)))}
      isInvalid={fault !== undefined}
      validationBehavior="aria"
    >
      <FieldLabel {...label} />
      <div className="choices">
        {words.map((word) => (
          <Checkbox key={word} value={word} className="check">
            <span className="check-box" aria-hidden="true" />
            {word}
          </Checkbox>
        ))}
      </div>
      <FieldError>{fault}</FieldError>
    </CheckboxGroup>
  );
}
