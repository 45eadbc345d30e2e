import { type ReactNode, useId } from 'react';
import css from './SegmentedControl.module.css';

/** One segment, labelled with a short word. */
type Segment<V extends string> = { value: V; label: ReactNode };

export type SegmentedControlProps<V extends string> = {
  /** The group's name for screen readers. */
  label: string;
  value: V | '';
  onChange: (value: V) => void;
  options: readonly Segment<V>[];
};

/**
 * A row of two to four native radio buttons, labelled with short words. `Field isGroup` links the
 * row to a hint or an error.
 */
export function SegmentedControl<V extends string>({
  label,
  value,
  onChange,
  options,
}: SegmentedControlProps<V>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={css.bar}>
      {options.map((option) => (
        <label key={option.value} className={css.option}>
          <input
            type="radio"
            name={name}
            className={css.radio}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className={css.face}>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
