import type { ReactNode } from 'react';
import css from './CaptureFrame.module.css';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';

export type CaptureFrameProps = {
  /** `card` for an ID, `face` for a selfie. */
  shape: 'card' | 'face';
  /** `looking` plain, `good` lit: everything is inside. */
  state: 'looking' | 'good';
  /** The camera's picture (a `<video>`), or the taken one to look at. */
  children: ReactNode;
  bar: ReactNode;
  /** "Good. Hold still…", and a line more; announced. */
  title: ReactNode;
  detail?: ReactNode;
  /** The shutter. Left out when the taken picture is shown: then `actions` holds "Retake" and "Use it". */
  onShoot?: (() => void) | undefined;
  shootLabel?: string | undefined;
  /** Words at both sides of the shutter ("From files", "Other ID"). */
  start?: ReactNode;
  end?: ReactNode;
  actions?: ReactNode;
  /** Who sees the picture. */
  privacy?: ReactNode;
};

/** The camera's screen, dark in both themes: a frame to fit an ID or a face into, the shutter at the thumb. */
export function CaptureFrame(props: CaptureFrameProps) {
  const { shape, state, children, bar, title, detail, onShoot, shootLabel, start, end, actions, privacy } = props;
  return (
    <div className={css.screen} data-theme="dark">
      {bar}
      <div className={css.view}>
        <div className={classes(css.window, css[shape])}>
          {children}
          <svg
            className={classes(css.frame, state === 'good' && css.good)}
            viewBox={shape === 'card' ? '0 0 320 210' : '0 0 240 300'}
            aria-hidden="true"
            focusable="false"
          >
            {shape === 'card' ? (
              <path d={corners} />
            ) : (
              <ellipse cx="120" cy="150" rx="118" ry="148" pathLength="360" strokeDasharray="56 34" strokeDashoffset="-17" />
            )}
          </svg>
        </div>
      </div>
      <div className={css.foot}>
        <div role="status">
          <p className={css.title}>{title}</p>
          {detail && <p className={css.detail}>{detail}</p>}
        </div>
        {onShoot && (
          <div className={css.controls}>
            <span className={css.side}>{start}</span>
            <button type="button" className={css.shutter} aria-label={shootLabel} onClick={onShoot} />
            <span className={css.side}>{end}</span>
          </div>
        )}
        {actions && <div className={css.actions}>{actions}</div>}
        {privacy && (
          <p className={css.privacy}>
            <Icon name="lock" size="s" />
            <span>{privacy}</span>
          </p>
        )}
      </div>
    </div>
  );
}

const corners =
  'M2 40V18A16 16 0 0 1 18 2h22M280 2h22a16 16 0 0 1 16 16v22M318 170v22a16 16 0 0 1-16 16h-22M40 208H18a16 16 0 0 1-16-16v-22';
