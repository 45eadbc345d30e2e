import { type ReactNode, useId } from 'react';

type Props = { title: string; aside?: ReactNode; children: ReactNode };

/** A titled part of the case. */
export function Section({ title, aside, children }: Props) {
  const id = useId();
  return (
    <section className="rv-section" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}

export type Pair = readonly [name: string, value: ReactNode];

/** Names and values; a missing value is a dash. */
export function Pairs({ pairs }: { pairs: readonly Pair[] }) {
  return (
    <dl className="rv-pairs">
      {pairs.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
