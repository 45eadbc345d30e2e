import { type ReactNode, useId } from 'react';

type Props = { title: string; aside?: ReactNode; children: ReactNode };

/** A titled part of the standing. */
export function Card({ title, aside, children }: Props) {
  const id = useId();
  return (
    <section className="bo-card" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}

type RowProps = { name: ReactNode; children: ReactNode; isSum?: boolean };

/** A line of arithmetic: a name and an amount at the right. */
export function Line({ name, children, isSum = false }: RowProps) {
  return (
    <div className={isSum ? 'bo-line bo-sum' : 'bo-line'}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
