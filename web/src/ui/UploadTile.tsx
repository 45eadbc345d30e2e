import type { ReactNode, RefObject } from 'react';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import css from './UploadTile.module.css';

export type UploadTileProps = {
  title: string;
  state: 'empty' | 'sending' | 'done' | 'failed';
  /** The picture to show (a blob URL), and its description. */
  picture?: { src: string; alt: string } | undefined;
  /** The upload's progress, 0 to 100. */
  percent?: number;
  /** The state as text: "Sending, 64%", "Sent", "The photo did not arrive. Please try again." */
  stateText?: ReactNode;
  /** Opens the camera, also to retake a picture. */
  onTake: () => void;
  /** The label of the button: "Take the photo", "Retake", "Try again". */
  takeLabel: string;
  /** The icon shown without a picture. */
  icon?: 'id' | 'camera' | 'document';
  /** Secondary actions, below the main one. */
  actions?: ReactNode;
};

/** A tile to take one picture, watch its upload, and retake it. */
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

/** A hidden native file input. The same file can be chosen again. */
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
