import { type ComponentProps, type ReactNode, useId } from 'react';
import css from './Checkbox.module.css';
import { Icon } from './Icon.tsx';

export type CheckboxProps = Omit<
  ComponentProps<'input'>,
  'type' | 'checked' | 'onChange' | 'children' | 'style' | 'className'
> & {
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  /** The label. Pressing a link in it opens the link and leaves the box unchanged. */
  children: ReactNode;
  error?: ReactNode;
};

export function Checkbox({ isChecked, onChange, children, error, ...rest }: CheckboxProps) {
  const errorId = useId();
  return (
    <div>
      <label className={css.tick}>
        <input
          {...rest}
          type="checkbox"
          className={css.box}
          checked={isChecked}
          onChange={(event) => onChange(event.target.checked)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
        />
        <span>{children}</span>
      </label>
      {error && (
        <p id={errorId} className={css.error}>
          <Icon name="warning" size="s" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
