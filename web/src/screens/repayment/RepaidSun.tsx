import css from './RepaidSun.module.css';

/**
 * The picture for a fully repaid loan: the sun rises once and stays at the top. Hidden from screen
 * readers.
 */
export function RepaidSun() {
  return (
    <svg className={css.picture} viewBox="0 0 224 156" aria-hidden="true" focusable="false">
      <path className={css.water} d="M14 128h196M44 138h136M78 148h68" />
      <path className={css.way} pathLength="1" d="M28 128a84 84 0 0 1 168 0" />
      <path className={css.glitter} d="M98 138h28M105 148h14" />
      <g className={css.sun}>
        <circle cx="112" cy="46" r="25" />
        <path d="M112 12V5M136 22l5-5M88 22l-5-5M146 46h7M78 46h-7" />
      </g>
      <path className={css.tick} d="m101 46 8 8 15-15" />
    </svg>
  );
}
