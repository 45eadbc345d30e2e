import { classes } from './classes.ts';
import css from './WordMark.module.css';

export type WordMarkProps = {
  /** The height in px. The mark is 3.9 times wider than it is tall. */
  height?: number;
  /**
   * `ink` is in the text colour with a mango dot. `sun`, for a mango background, is ink with a
   * white dot.
   */
  tone?: 'ink' | 'sun';
};

/** The word mark, drawn as one round stroke. The dot of the i is the sun. */
export function WordMark({ height = 26, tone = 'ink' }: WordMarkProps) {
  return (
    <svg
      height={height}
      width={Math.round((height * 280) / 72)}
      viewBox="0 0 280 72"
      role="img"
      aria-label="Sandali"
      className={css.mark}
    >
      <g className={css.strokes}>
        <path d="M30 35C28 30.5 23.5 27.5 18 27.5c-6.8 0-11.5 3.5-11.5 8.8C6.5 47 31 43 31 54.6c0 5.5-5 8.9-12.2 8.9-6.3 0-11.3-2.7-12.8-7.5" />
        <circle cx="60" cy="45.5" r="18" />
        <path d="M78 27.5v36M99 63.5v-36M99 43.5c0-9.5 6-16 14-16s14 6 14 15v21" />
        <circle cx="161" cy="45.5" r="18" />
        <path d="M179 8v55.5" />
        <circle cx="213" cy="45.5" r="18" />
        <path d="M231 27.5v36M251 8v55.5M271 29v34.5" />
      </g>
      <circle
        cx="271"
        cy="10.5"
        r="8.5"
        className={classes(css.dot, tone === 'sun' && css.white)}
      />
    </svg>
  );
}
