import type { ComponentProps } from 'react';
import css from './Switch.module.css';

export type SwitchProps = Omit<
  ComponentProps<'input'>,
  'type' | 'role' | 'checked' | 'onChange' | 'className' | 'style'
> & {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  /** What it switches; the words beside it say it to the eye. */
  label: string;
  /** Its effect is under way: presses do nothing. */
  isBusy?: boolean;
};

/**
 * Something that is on or off and changes at once; for what is sent with a form there is
 * `Checkbox`.
 */
export function Switch({ isOn, onChange, label, isBusy, ...rest }: SwitchProps) {
  return (
    <span className={css.frame}>
      <input
        {...rest}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: the platform's own checkbox says whether it is on
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
