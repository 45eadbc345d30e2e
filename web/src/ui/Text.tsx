import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import { keepFocus } from './keepFocus.ts';
import css from './Text.module.css';

/** A text colour, named by its meaning. */
export type Tone = 'ink' | 'quiet' | 'action' | 'positive' | 'warn' | 'bad' | 'inherit';

export type TextProps = Omit<ComponentProps<'p'>, 'ref'> & {
  as?: 'p' | 'span' | 'div' | 'b';
  /** The font size: `xs` 12 px (captions only), `s` 14, `m` 16, `l` 18. */
  size?: 'xs' | 's' | 'm' | 'l';
  /** The colour. The default is quiet for `xs` and `s`, otherwise ink. */
  tone?: Tone;
  weight?: 'regular' | 'medium' | 'bold';
  align?: 'start' | 'center' | 'end';
  children?: ReactNode;
};

/** Text in one of the design's sizes and colours. */
export function Text({
  as: Kind = 'p',
  size = 'm',
  tone,
  weight,
  align,
  className,
  ...rest
}: TextProps) {
  const colour = tone ?? (size === 'xs' || size === 's' ? 'quiet' : 'ink');
  return (
    <Kind
      {...rest}
      className={classes(
        css[size],
        css[colour],
        weight && css[weight],
        align && css[align],
        className,
      )}
    />
  );
}

export type HeadingProps = {
  level: 1 | 2 | 3;
  /**
   * The font size: `xl` 22 px for a page, `l` 18 for a card, `m` 16 (medium weight), `s` 14 (bold)
   * for a group in a list, `2xl` 28 for a person's name or a step.
   */
  size?: '2xl' | 'xl' | 'l' | 'm' | 's';
  tone?: Tone;
  id?: string | undefined;
  children: ReactNode;
};

/**
 * A heading. The level determines the outline, and the size the look. Level 1 can receive the
 * focus, so that screen readers announce it.
 */
export function Heading({
  level,
  size = level === 1 ? 'xl' : level === 2 ? 'l' : 'm',
  tone = 'inherit',
  id,
  children,
}: HeadingProps) {
  const Kind = `h${level}` as const;
  return (
    <Kind
      id={id}
      className={classes(css[`heading-${size}`], css[tone])}
      {...(level === 1 && { tabIndex: -1, ref: keepFocus })}
    >
      {children}
    </Kind>
  );
}
