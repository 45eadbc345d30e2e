import { type ReactNode, useId } from 'react';
import { classes } from './classes.ts';
import css from './Dialog.module.css';
import { Heading, Text } from './Text.tsx';
import { useModal } from './useModal.ts';

export type DialogPanelProps = {
  /** A small picture above the words; the words are centred then. */
  picture?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  /**
   * One button, or two: the lesser at the start, the other at the end; stacked, the lesser below,
   * as at the foot of a sheet.
   */
  actions: ReactNode;
  /** Under each other instead of beside each other, for long words. */
  isStacked?: boolean;
  titleId?: string | undefined;
  bodyId?: string | undefined;
};

/** The drawn dialog without the element around it (the gallery shows it; screens use `Dialog`). */
export function DialogPanel({
  picture,
  title,
  children,
  actions,
  isStacked,
  titleId,
  bodyId,
}: DialogPanelProps) {
  return (
    <div className={classes(css.panel, Boolean(picture) && css.centred)}>
      {picture}
      <Heading level={2} size={picture ? 'xl' : 'l'} id={titleId}>
        {title}
      </Heading>
      {children && (
        <Text as="div" size={picture ? 'm' : 's'} tone="quiet" id={bodyId}>
          {children}
        </Text>
      )}
      <div className={classes(css.actions, isStacked && css.stacked)}>{actions}</div>
    </div>
  );
}

export type DialogProps = Omit<DialogPanelProps, 'titleId' | 'bodyId'> & {
  /**
   * Called by Escape, the back gesture and a touch beside it. Without it the dialog must be
   * answered.
   */
  onClose?: (() => void) | undefined;
};

/** A question or a message in the middle, above everything, while it is mounted. */
export function Dialog({ onClose, ...panel }: DialogProps) {
  const id = useId();
  const modal = useModal(onClose);
  return (
    <dialog
      {...modal}
      className={css.dialog}
      role={onClose ? undefined : 'alertdialog'}
      aria-labelledby={`${id}-title`}
      aria-describedby={panel.children ? `${id}-body` : undefined}
    >
      <DialogPanel {...panel} titleId={`${id}-title`} bodyId={`${id}-body`} />
    </dialog>
  );
}
