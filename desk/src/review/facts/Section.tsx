import { Pairs as NamedPairs, type Pair } from '#/ui/Pairs.tsx';
import { type SectionProps, Section as Titled } from '#/ui/Section.tsx';

/** A titled part of the case. */
export const Section = (props: SectionProps) => <Titled className="rv-section" {...props} />;

export const Pairs = ({ pairs }: { pairs: readonly Pair[] }) => (
  <NamedPairs className="rv-pairs" pairs={pairs} />
);
