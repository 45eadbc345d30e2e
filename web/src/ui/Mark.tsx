import css from './Mark.module.css';

export type MarkProps = {
  /** One to four letters. */
  letters: string;
  /** The institution's own colour ('#0a3d91'). White letters on it need a contrast of 4.5 to 1. */
  colour?: string | undefined;
};

/**
 * Letters on a colour, in place of a logo. Screen readers skip the letters, because the name is
 * beside them.
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
