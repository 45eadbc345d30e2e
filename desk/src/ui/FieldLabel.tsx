import { Label, Text } from 'react-aria-components';

export type LabelProps = { label: string; about: string; isOptional: boolean };

/** A field's label, and below it what the field means. */
export function FieldLabel({ label, about, isOptional }: LabelProps) {
  return (
    <>
      <Label>
        {label}
        {isOptional && <span className="field-optional"> (optional)</span>}
      </Label>
      <Text slot="description" className="field-about">
        {about}
      </Text>
    </>
  );
}
