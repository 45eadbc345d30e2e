import { type ReactNode, useId } from 'react';

export type SectionProps = { title: string; aside?: ReactNode; children: ReactNode };

/** A titled part of a page; screens give it their class. */
export function Section({
  className,
  title,
  aside,
  children,
}: SectionProps & { className: string }) {
  const id = useId();
  return (
    <section className={className} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
