import type { ComponentProps } from 'react';
import css from './Switch.module.css';

export type SwitchProps = Omit<
  ComponentProps<'input'>,
  'type' | 'role' | 'checked' | 'onChange' | 'className' | 'style'
> & {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  /** The accessible name, which repeats the visible text. */
  label: string;
  /** Whether a change is under way. Presses are ignored until it ends. */
  isBusy?: boolean;
};

/** A setting that takes effect as soon as it is switched. For a value in a form use `Checkbox`. */
export function Switch({ isOn, onChange, label, isBusy, ...rest }: SwitchProps) {
  return (
    <span className={css.frame}>
      <input
        {...rest}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: the native checkbox already has the state
        role="switch"
        className={css.switch}
        aria-label={label}
        aria-busy={isBusy || undefined}
        checked={isOn}
        onChange={(event) => !isBusy && onChange(event.target.checked)}
      />
    </span>
  );
}
