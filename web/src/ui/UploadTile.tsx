import type { ReactNode, RefObject } from 'react';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import css from './UploadTile.module.css';

export type UploadTileProps = {
  title: string;
  state: 'empty' | 'sending' | 'done' | 'failed';
  /** The picture to show (a blob URL), and its description. */
  picture?: { src: string; alt: string } | undefined;
  /** The upload's progress in percent. */
  percent?: number;
  /** The state as text: "Sending, 64%", "Sent", "The photo did not arrive. Please try again." */
  stateText?: ReactNode;
  /** Opens the camera, so that the borrower can take or retake the picture. */
  onTake: () => void;
  /** The button's label ("Take the photo", "Retake", "Try again"). */
  takeLabel: string;
  /** The icon shown while there is no picture. */
  icon?: 'id' | 'camera' | 'document';
  /** Secondary actions, shown below the main one. */
  actions?: ReactNode;
};

/** A tile for taking one picture, following its upload, and retaking it. */
export function UploadTile({
  title,
  state,
  picture,
  percent = 0,
  stateText,
  onTake,
  takeLabel,
  icon = 'camera',
  actions,
}: UploadTileProps) {
  return (
    <div className={classes(css.tile, state === 'failed' && css.failed)}>
      <button
        type="button"
        className={css.view}
        onClick={onTake}
        aria-label={`${title}: ${takeLabel}`}
      >
        {picture ? (
          <img className={css.picture} src={picture.src} alt={picture.alt} />
        ) : (
          <Icon name={icon} />
        )}
      </button>
      <p className={css.title}>
        {state === 'done' && <Icon name="check" size="s" className={css.done} />}
        {state === 'failed' && <Icon name="warning" size="s" className={css.bad} />}
        {title}
      </p>
      {state === 'sending' && (
        <progress className={css.progress} value={percent} max={100} aria-label={title} />
      )}
      {stateText && (
        <p className={classes(css.state, state === 'failed' && css.bad)}>{stateText}</p>
      )}
      {state !== 'sending' && (
        <span className={css.take} aria-hidden="true">
          {takeLabel}
        </span>
      )}
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  );
}

type FileInputProps = {
  name: string;
  accept: string;
  /** The input that the visible button clicks. */
  input: RefObject<HTMLInputElement | null>;
  onFile(file: File): void;
};

/** A hidden native file input. It lets the same file be selected again. */
export function FileInput({ name, accept, input, onFile }: FileInputProps) {
  return (
    <input
      ref={input}
      type="file"
      name={name}
      accept={accept}
      hidden
      onChange={({ target }) => {
        const [file] = target.files ?? [];
        if (file) onFile(file);
        target.value = '';
      }}
    />
  );
}
