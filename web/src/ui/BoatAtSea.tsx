import css from './BoatAtSea.module.css';
import { Glints } from './Glints.tsx';
import sky from './SunOverSea.module.css';

/** A drawing of a boat under a high sun, for "your money is on its way". */
export function BoatAtSea() {
  return (
    <svg className={css.boat} viewBox="0 10 360 160" aria-hidden="true" focusable="false">
      {[70, 110, 154, 204].map((radius, at) => (
        <circle
          key={radius}
          className={sky.ring}
          cx="282"
          cy="66"
          r={radius}
          opacity={[0.8, 0.55, 0.36, 0.2][at]}
        />
      ))}
      <circle className={sky.sun} cx="282" cy="66" r="26" />
      <path className={sky.sea} d="M0 138h360v52H0z" />
      <Glints x={282} y={146} gap={9.1} width={23.4} />
      <g transform="translate(64 26) scale(1.02)" strokeLinecap="round">
        <path className={css.mast} d="M74 14v84" strokeWidth="3" />
        <path className={css.sail} d="M79 20c34 10 48 42 50 70H79z" />
        <path className={css.foresail} d="M69 30C50 44 42 64 40 86h29z" />
        <path
          className={css.hull}
          d="M8 96c40 9 92 9 140-3-8 14-18 21-36 21H40c-16 0-26-7-32-18z"
        />
        <path className={css.float} d="M34 122h104" strokeWidth="4" />
        <path className={css.mast} d="M56 114v8M116 114v8" strokeWidth="2" />
      </g>
      <path className={sky.ring} d="M18 150h40M6 160h28" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
