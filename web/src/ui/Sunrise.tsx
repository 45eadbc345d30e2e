import { Glints } from './Glints.tsx';
import sky from './SunOverSea.module.css';
import css from './Sunrise.module.css';

/** The sun rising from the sea, below the text on the login page. */
export function Sunrise() {
  return (
    <svg className={css.sunrise} viewBox="0 0 360 92" aria-hidden="true" focusable="false">
      {[52, 86, 122, 160, 200].map((radius, at) => (
        <circle
          key={radius}
          className={sky.ring}
          cx="286"
          cy="60"
          r={radius}
          opacity={[0.9, 0.65, 0.45, 0.3, 0.18][at]}
        />
      ))}
      <path className={sky.sun} d="M256 60a30 30 0 0 1 60 0z" />
      <path className={sky.sea} d="M0 60h360v32H0z" />
      <Glints x={286} y={67} gap={7.7} width={19.8} />
    </svg>
  );
}
