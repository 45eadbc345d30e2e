import { type ComponentProps, type MouseEvent, type ReactNode, useId } from 'react';
import { Anchor, type AnchorProps } from './Anchor.tsx';
import css from './Button.module.css';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';

/**
 * `primary`: the main action, once per screen. `soft`: a secondary action. `quiet`: an action that
 * leaves. `sunny`: the main action on a coloured or dark background. `danger`: an irreversible
 * action.
 */
export type ButtonLook = 'primary' | 'soft' | 'quiet' | 'sunny' | 'danger';

type Shape = {
  look?: ButtonLook;
  /** `fit` is as wide as its text and 48 px high, for use in cards. */
  size?: 'full' | 'fit';
  icon?: IconName | undefined;
};

export type ButtonProps = Shape &
  Omit<ComponentProps<'button'>, 'disabled' | 'aria-disabled' | 'aria-busy'> & {
    /** Shows a spinner and ignores presses. The children should name the work ("Sending…"). */
    isBusy?: boolean | undefined;
    /**
     * Why the button cannot be pressed yet, shown above it. The button stays focusable, so that
     * screen readers read the reason.
     */
    disabledReason?: ReactNode;
    /**
     * Whether the button is rendered before the app is loaded. It is then natively disabled, and
     * fades after a while.
     */
    isPrerendered?: boolean | undefined;
    /**
     * Called if the button is pressed despite `disabledReason`, for example to focus the first
     * invalid field.
     */
    onBlocked?: (() => void) | undefined;
  };

/** A button. It submits a form only with `type="submit"`. */
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

function buttonClass(look: ButtonLook = 'primary', size: 'full' | 'fit' = 'full'): string {
  return classes(css.button, css[look], size === 'fit' && css.fit) ?? '';
}
