import type { ReactNode } from 'react';
import { type SectionProps, Section as Titled } from '#/ui/Section.tsx';

/** A titled part of the standing. */
export const Card = (props: SectionProps) => <Titled className="bo-card" {...props} />;

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
