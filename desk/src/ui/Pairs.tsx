import type { ReactNode } from 'react';

export type Pair = readonly [name: string, value: ReactNode];
type Props = { pairs: readonly Pair[]; className?: string };

/** Names and values; a missing value is a dash. */
export function Pairs({ pairs, className = 'pairs' }: Props) {
  if (pairs.length === 0) return null;
  return (
    <dl className={className}>
      {pairs.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
