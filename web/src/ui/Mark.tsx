import css from './Mark.module.css';

export type MarkProps = {
  /** The letters of the mark, one to four. */
  letters: string;
  /**
   * The institution's own colour, '#0a3d91'; white letters must be legible on it (contrast 4.5 to
   * 1).
   */
  colour?: string | undefined;
};

/**
 * A placeholder for a logo: letters on a colour. Screen readers skip it, because the name is beside
 * it.
 */
export function Mark({ letters, colour }: MarkProps) {
  return (
    <svg className={css.mark} viewBox="0 0 40 40" aria-hidden="true" focusable="false">
      <rect
        className={css.ground}
        width="40"
        height="40"
        rx="12"
        {...(colour && { fill: colour, className: undefined })}
      />
      <text
        className={css.letters}
        x="20"
        y="25"
        textAnchor="middle"
        fontSize={[14, 14, 14, 13][letters.length] ?? 11}
      >
        {letters}
      </text>
    </svg>
  );
}
