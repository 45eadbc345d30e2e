import type { ReactNode, RefObject } from 'react';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import css from './UploadTile.module.css';

export type UploadTileProps = {
  title: string;
  state: 'empty' | 'sending' | 'done' | 'failed';
  /** The picture to show (a blob's address), and what it is. */
  picture?: { src: string; alt: string } | undefined;
  /** 0 to 100, while sending. */
  percent?: number;
  /** "Sending, 64 %", "Sent", "It did not arrive. Try once more." */
  stateText?: ReactNode;
  /** Opens the camera (again). */
  onTake: () => void;
  /** "Take the photo", "Retake", "Try again". */
  takeLabel: string;
  /** Where no picture is shown. */
  icon?: 'id' | 'camera' | 'document';
  /** Lesser ways, under the words for the camera. */
  actions?: ReactNode;
};

/** One picture to send: take it, watch it go, take it again. */
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
  /** Clicked by the button that is drawn for it. */
  input: RefObject<HTMLInputElement | null>;
  onFile(file: File): void;
};

/**
 * The platform's own choice of one file, hidden behind a button; the same file may be chosen again.
 */
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
