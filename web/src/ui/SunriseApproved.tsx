import type { ReactNode } from 'react';
import { each } from './each.ts';
import { Icon } from './Icon.tsx';
import { keepFocus } from './keepFocus.ts';
import css from './SunriseApproved.module.css';
import { WordMark } from './WordMark.tsx';

export type SunriseApprovedProps = {
  /** A close button at the end of the bar. */
  action?: ReactNode;
  title: ReactNode;
  /** The line below the title ("Your line is open"). */
  line: ReactNode;
  amount: ReactNode;
  /** Two to four short sentences on what the approval means. */
  points: readonly ReactNode[];
  /** The sentence above the button that states what borrowing costs. */
  consequence?: ReactNode;
  /** The only button (with the look `sunny`). */
  children: ReactNode;
};

const rays =
  'M23.5 244.1-11.3 234.8M39.7 205.1 22.3 195.1M65.4 171.5 39.9 146.1M98.9 145.8 88.8 128.5M137.9 129.6 128.5 94.8M179.7 124V104M221.6 129.4 230.9 94.7M260.7 145.5 270.7 128.2M294.3 171.2 319.7 145.7M320.1 204.6 337.4 194.6M336.4 243.6 371.1 234.2';

/**
 * Celebrates an approval: the sun rises once and fills the screen, in the same colours in both
 * themes.
 */
export function SunriseApproved({
  action,
  title,
  line,
  amount,
  points,
  consequence,
  children,
}: SunriseApprovedProps) {
  return (
    <div className={css.screen} data-theme="light">
      <div className={css.bar}>
        <WordMark height={24} tone="sun" />
        {action}
      </div>
      <main className={css.main}>
        <div className={css.scene}>
          <svg className={css.picture} viewBox="0 0 360 360" aria-hidden="true" focusable="false">
            {[214, 250, 290, 334].map((radius, at) => (
              <circle
                key={radius}
                className={css.ring}
                cx="180"
                cy="286"
                r={radius}
                opacity={[0.5, 0.36, 0.24, 0.14][at]}
              />
            ))}
            <g className={css.rise}>
              <path className={css.rays} d={rays} />
              <circle className={css.sun} cx="180" cy="286" r="144" />
            </g>
            <path className={css.sea} d="M0 312h360v49H0z" />
            <path className={css.glint} d="M124 324h112" opacity="0.8" />
            <path className={css.glint} d="M86 334h188" opacity="0.57" />
            <path className={css.glint} d="M128 344h104" opacity="0.35" />
            <path className={css.glint} d="M104 354h152" opacity="0.12" />
          </svg>
          <div className={css.words}>
            <h1 className={css.title} tabIndex={-1} ref={keepFocus}>
              {title}
            </h1>
            <p>{line}</p>
            <p className={css.amount}>{amount}</p>
          </div>
        </div>
        <ul className={css.points}>
          {each(points, (point) => (
            <li className={css.point}>
              <span className={css.check}>
                <Icon name="check" size="s" />
              </span>
              <span>{point}</span>
            </li>
          ))}
        </ul>
      </main>
      <footer className={css.foot}>
        {consequence && <p className={css.consequence}>{consequence}</p>}
        {children}
      </footer>
    </div>
  );
}
