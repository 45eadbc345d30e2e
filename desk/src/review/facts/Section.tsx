import type { ReactNode } from 'react';
import { type SectionProps, Section as Titled } from '#/ui/Section.tsx';

/** A titled part of the case. */
export const Section = (props: SectionProps) => <Titled className="rv-section" {...props} />;

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
