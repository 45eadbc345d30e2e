import { type ReactNode, useId } from 'react';
import { classes } from './classes.ts';
import { IconButton } from './IconButton.tsx';
import css from './Sheet.module.css';
import { Heading, Text } from './Text.tsx';
import { useModal } from './useModal.ts';

export type SheetPanelProps = {
  title: ReactNode;
  detail?: ReactNode;
  /** Called when the borrower presses the cross, whose label is `closeLabel`. */
  onClose: () => void;
  closeLabel: string;
  /** The action and a button that leaves. Both stay at the bottom while the content scrolls. */
  foot?: ReactNode;
  /**
   * Gives the sheet its full height from the start, so that the sheet does not move when a search
   * shrinks the list.
   */
  isTall?: boolean;
  titleId?: string | undefined;
  children?: ReactNode;
};

/** The sheet's content without its dialog. For stories; screens use `Sheet`. */
export function SheetPanel({
  title,
  detail,
  onClose,
  closeLabel,
  foot,
  isTall,
  titleId,
  children,
}: SheetPanelProps) {
  return (
    <div className={classes(css.panel, isTall && css.tall)}>
      <div className={css.head}>
        <div className={css.words}>
          <Heading level={2} size="xl" id={titleId}>
            {title}
          </Heading>
          {detail && <Text size="s">{detail}</Text>}
        </div>
        <IconButton className={css.close} icon="close" label={closeLabel} onClick={onClose} />
      </div>
      <div className={css.middle}>{children}</div>
      {foot && <div className={css.foot}>{foot}</div>}
    </div>
  );
}

/** A sheet that rises from the bottom over the screen, shown while it is mounted. */
export function Sheet(props: Omit<SheetPanelProps, 'titleId'>) {
  const titleId = useId();
  const modal = useModal(props.onClose);
  return (
    <dialog {...modal} className={css.dialog} aria-labelledby={titleId}>
      <SheetPanel {...props} titleId={titleId} />
    </dialog>
  );
}
