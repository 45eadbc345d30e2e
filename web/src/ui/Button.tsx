import { type ComponentProps, type MouseEvent, type ReactNode, useId } from 'react';
import { Anchor, type AnchorProps } from './Anchor.tsx';
import css from './Button.module.css';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';

/**
 * `primary` once per screen; `soft` for a secondary action; `quiet` for leaving; `sunny` on teal
 * ground; `danger` for irreversible actions.
 */
export type ButtonLook = 'primary' | 'soft' | 'quiet' | 'sunny' | 'danger';

type Shape = {
  look?: ButtonLook;
  /** `fit` is as wide as its text and 48 px high, for use inside cards. */
  size?: 'full' | 'fit';
  icon?: IconName | undefined;
};

export type ButtonProps = Shape &
  Omit<ComponentProps<'button'>, 'disabled' | 'aria-disabled' | 'aria-busy'> & {
    /** Shows a spinner and ignores presses. Children describe the work ("Sending…"). */
    isBusy?: boolean | undefined;
    /**
     * Why the button cannot be pressed yet, shown above it. The button stays focusable to have the
     * reason read out.
     */
    disabledReason?: ReactNode;
    /**
     * Whether it is rendered before the app is loaded: natively disabled, and fainter after a
     * while.
     */
    isPrerendered?: boolean | undefined;
    /** Called on a press despite `disabledReason`, for example to focus the first open field. */
    onBlocked?: (() => void) | undefined;
  };

/** A button, which submits a form only with `type="submit"`. */
export function Button(props: ButtonProps) {
  const {
    look,
    size,
    icon,
    isBusy,
    disabledReason,
    isPrerendered,
    onBlocked,
    onClick,
    children,
    className,
    ...rest
  } = props;
  const reasonId = useId();
  const isBlocked = Boolean(disabledReason);
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (!isBlocked && !isBusy) return onClick?.(event);
    event.preventDefault();
    if (isBlocked) onBlocked?.();
  };
  const button = (
    <button
      type="button"
      {...rest}
      className={classes(buttonClass(look, size), className)}
      onClick={press}
      disabled={isPrerendered}
      aria-busy={isBusy || undefined}
      aria-disabled={isBlocked || isBusy || undefined}
      aria-describedby={isBlocked ? reasonId : rest['aria-describedby']}
    >
      {isBusy ? <span className={css.ring} /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
  if (!isBlocked) return button;
  return (
    <div className={css.reasoned}>
      <p id={reasonId} className={css.reason}>
        {disabledReason}
      </p>
      {button}
    </div>
  );
}

export type ButtonLinkProps = Shape & AnchorProps;

/** A link that looks like a button, for an action that only opens another page. */
export function ButtonLink({ look, size, icon, children, className, ...rest }: ButtonLinkProps) {
  return (
    <Anchor {...rest} className={classes(buttonClass(look, size), className)}>
      {icon && <Icon name={icon} />}
      {children}
    </Anchor>
  );
}

/** Returns the class names of a button. */
function buttonClass(look: ButtonLook = 'primary', size: 'full' | 'fit' = 'full'): string {
  return classes(css.button, css[look], size === 'fit' && css.fit) ?? '';
}
