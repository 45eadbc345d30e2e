import type { ReactNode, Ref } from 'react';
import css from './CaptureFrame.module.css';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';

export type CaptureFrameProps = {
  /**
   * `card`: an ID. `holding`: a face above the ID held in front of the chest. `code`: a square
   * code.
   */
  shape: keyof typeof frames;
  /**
   * `looking`: nothing recognised yet. `good`: everything is inside the frame. `still`: the picture
   * has been taken, and is shown without a frame.
   */
  state: 'looking' | 'good' | 'still';
  /** The camera's `<video>`, the picture that was taken, or text if there is neither. */
  children: ReactNode;
  bar: ReactNode;
  /** The instruction ("Good. Hold still…") and a second line. Screen readers announce both. */
  title: ReactNode;
  detail?: ReactNode;
  /**
   * Takes the picture. Omit it once the picture has been taken; `actions` then has "Retake" and
   * "Use it".
   */
  onShoot?: (() => void) | undefined;
  shootLabel?: string | undefined;
  /** Controls to the left and right of the shutter ("From files", "Other ID"). */
  start?: ReactNode;
  end?: ReactNode;
  actions?: ReactNode;
  /** The note on who will see the picture. */
  privacy?: ReactNode;
  /** The camera's view and the frame in it. Their positions determine the crop. */
  viewRef?: Ref<HTMLDivElement>;
  frameRef?: Ref<HTMLDivElement>;
};

/** The camera screen, dark in both themes: a frame for an ID, a face or a code, and a shutter. */
export function CaptureFrame(props: CaptureFrameProps) {
  const {
    shape,
    state,
    children,
    bar,
    title,
    detail,
    onShoot,
    shootLabel,
    start,
    end,
    actions,
    privacy,
    viewRef,
    frameRef,
  } = props;
  return (
    <div className={css.screen} data-theme="dark">
      {bar}
      <div className={css.view} ref={viewRef}>
        <div className={classes(css.feed, state === 'still' && css.whole)}>{children}</div>
        {state !== 'still' && (
          <div className={classes(css.window, css[shape])} ref={frameRef}>
            <svg
              className={classes(css.frame, state === 'good' && css.good)}
              viewBox={frames[shape].box}
              aria-hidden="true"
              focusable="false"
            >
              {shape === 'holding' && (
                <ellipse
                  cx="120"
                  cy="102"
                  rx="78"
                  ry="98"
                  pathLength="360"
                  strokeDasharray="56 34"
                  strokeDashoffset="-17"
                />
              )}
              <path d={frames[shape].corners} />
            </svg>
          </div>
        )}
      </div>
      <div className={css.foot}>
        <div role="status">
          <p className={css.title}>{title}</p>
          {detail && <p className={css.detail}>{detail}</p>}
        </div>
        {onShoot && (
          <div className={css.controls}>
            <span className={css.side}>{start}</span>
            <button
              type="button"
              className={css.shutter}
              aria-label={shootLabel}
              onClick={onShoot}
            />
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

const frames = {
  card: {
    box: '0 0 320 210',
    corners:
      'M2 40V18A16 16 0 0 1 18 2h22M280 2h22a16 16 0 0 1 16 16v22M318 170v22a16 16 0 0 1-16 16h-22M40 208H18a16 16 0 0 1-16-16v-22',
  },
  code: {
    box: '0 0 240 240',
    corners:
      'M2 40V18A16 16 0 0 1 18 2h22M200 2h22a16 16 0 0 1 16 16v22M238 200v22a16 16 0 0 1-16 16h-22M40 238H18a16 16 0 0 1-16-16v-22',
  },
  /** The card in front of the chest, 168 × 108, below the oval. */
  holding: {
    box: '0 0 240 320',
    corners:
      'M36 234v-14a10 10 0 0 1 10-10h14M180 210h14a10 10 0 0 1 10 10v14M204 294v14a10 10 0 0 1-10 10h-14M60 318H46a10 10 0 0 1-10-10v-14',
  },
};
