import {
  Button,
  FieldError,
  ListBox,
  ListBoxItem,
  Popover,
  Select,
  SelectValue,
} from 'react-aria-components';
import { FieldLabel, type LabelProps } from './FieldLabel.tsx';

type Props = LabelProps & {
  words: readonly string[];
  value: string;
  onChange: (value: string) => void;
  fault: string | undefined;
};

/** One of several words. An optional choice can be taken back. */
export function ChoiceField({ words, value, onChange, fault, ...label }: Props) {
  const options = label.isOptional ? ['', ...words] : words;
  return (
    <Select
      className="field"
      placeholder="Choose"
      value={value === '' ? null : value}
      onChange={(key) => onChange(`${key ?? ''}`)}
      isInvalid={fault !== undefined}
      validationBehavior="aria"
    >
      <FieldLabel {...label} />
      <Button className="select">
        <SelectValue />
        <span className="select-arrow" aria-hidden="true" />
      </Button>
      <FieldError>{fault}</FieldError>
      <Popover className="popover">
        <ListBox className="list">
          {options.map((word) => (
            <ListBoxItem key={word} id={word} className="list-item" textValue={word || 'None'}>
              {word || 'None'}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}
