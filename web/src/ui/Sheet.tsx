import { type ReactNode, useId } from 'react';
import { classes } from './classes.ts';
import { IconButton } from './IconButton.tsx';
import css from './Sheet.module.css';
import { Heading, Text } from './Text.tsx';
import { useModal } from './useModal.ts';

export type SheetPanelProps = {
  title: ReactNode;
  detail?: ReactNode;
  /** Called by the closing cross, which `closeLabel` names. */
  onClose: () => void;
  closeLabel: string;
  /** The one action and the way out, which stay at the bottom while the middle scrolls. */
  foot?: ReactNode;
  /**
   * Whether the sheet has its full height from the start, so that a list that shrinks during a
   * search does not jump.
   */
  isTall?: boolean;
  titleId?: string | undefined;
  children?: ReactNode;
};

/** The sheet's content without its dialog (for stories; screens use `Sheet`). */
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

/** A sheet that rises from the bottom over everything, while it is mounted. */
export function Sheet(props: Omit<SheetPanelProps, 'titleId'>) {
  const titleId = useId();
  const modal = useModal(props.onClose);
  return (
    <dialog {...modal} className={css.dialog} aria-labelledby={titleId}>
      <SheetPanel {...props} titleId={titleId} />
    </dialog>
  );
}
