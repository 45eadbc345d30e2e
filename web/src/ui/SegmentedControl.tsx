import { type ReactNode, useId } from 'react';
import css from './SegmentedControl.module.css';

/** One of two to four short words beside each other. */
type Segment<V extends string> = { value: V; label: ReactNode };

export type SegmentedControlProps<V extends string> = {
  /** Names the group for those who listen. */
  label: string;
  value: V | '';
  onChange: (value: V) => void;
  options: readonly Segment<V>[];
};

/**
 * An answer out of two to four: platform radios under the drawing. Wire it to a hint or error by
 * `Field isGroup`.
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
      {options.map((one) => (
        <label key={one.value} className={css.option}>
          <input
            type="radio"
            name={name}
            className={css.radio}
            value={one.value}
            checked={one.value === value}
            onChange={() => onChange(one.value)}
          />
          <span className={css.face}>{one.label}</span>
        </label>
      ))}
    </div>
  );
}
