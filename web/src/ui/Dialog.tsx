import { type ReactNode, useId } from 'react';
import { classes } from './classes.ts';
import css from './Dialog.module.css';
import { Heading, Text } from './Text.tsx';
import { useModal } from './useModal.ts';

export type DialogPanelProps = {
  /** A small picture above the text; the text is then centred. */
  picture?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  /** One or two buttons. The secondary button is first, or last if the buttons are stacked. */
  actions: ReactNode;
  /** Stacks the buttons, for long labels. */
  isStacked?: boolean;
  titleId?: string | undefined;
  bodyId?: string | undefined;
};

/** The dialog's content without its element. For stories; screens use `Dialog`. */
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
   * Called on Escape, the back gesture and a touch outside the dialog. Without it, only the buttons
   * close the dialog.
   */
  onClose?: (() => void) | undefined;
};

/** A question or message over the whole screen, shown while it is mounted. */
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
