import { type ReactNode, useId } from 'react';
import { classes } from './classes.ts';
import css from './Field.module.css';
import { Icon } from './Icon.tsx';

export type FieldWords = {
  label: ReactNode;
  /** Shown at the end of the label's line: a link ("Forgot password?") or a count. */
  aside?: ReactNode;
  hint?: ReactNode;
  /** What is wrong and how to correct it. Replaces the hint, and marks the control as invalid. */
  error?: ReactNode;
};

/** Attributes that link a control to its label, hint and error. Spread them over the control. */
type FieldWiring = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

export type FieldProps = FieldWords & {
  /** Whether the label names a group of several controls. */
  isGroup?: boolean;
  id?: string | undefined;
  children: (wiring: FieldWiring) => ReactNode;
};

/**
 * A label above a control, and a hint or an error below it. Screen readers read both with the
 * control.
 */
export function Field({ label, aside, hint, error, isGroup, id: ownId, children }: FieldProps) {
  const generatedId = useId();
  const id = ownId ?? generatedId;
  const noteId = `${id}-note`;
  const hasNote = Boolean(error || hint);
  const Label = isGroup ? 'span' : 'label';
  const describedBy = hasNote ? noteId : undefined;
  return (
    <div
      className={css.field}
      {...(isGroup && {
        role: 'group',
        'aria-labelledby': `${id}-label`,
        'aria-describedby': describedBy,
      })}
    >
      <div className={css.top}>
        <Label id={`${id}-label`} className={css.label} {...(!isGroup && { htmlFor: id })}>
          {label}
        </Label>
        {aside}
      </div>
      {children({ id, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined })}
      {hasNote && (
        <p id={noteId} className={classes(css.hint, Boolean(error) && css.wrong)}>
          {error && <Icon name="warning" size="s" />}
          <span>{error || hint}</span>
        </p>
      )}
    </div>
  );
}

export type BoxProps = {
  /** Content inside the box, before the control and after it. */
  before?: ReactNode;
  after?: ReactNode;
  isWrong?: boolean | undefined;
  /** Makes the box 64 px high with 22 px text, for the main field of a screen. */
  isBig?: boolean | undefined;
  isLocked?: boolean | undefined;
  children: ReactNode;
};

/** The box around a control, highlighted while the control has the focus. */
export function Box({ before, after, isWrong, isBig, isLocked, children }: BoxProps) {
  return (
    <div
      className={classes(
        css.box,
        isWrong && css.boxWrong,
        isBig && css.big,
        isLocked && css.locked,
      )}
    >
      {before}
      {children}
      {after}
    </div>
  );
}

export const inputClass: string = css.input ?? '';
