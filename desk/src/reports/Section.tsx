// A part of the screen while its report is read, when it fails, and when it is here.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Wrong } from '#/ui/Wrong.tsx';
import type { By, Span } from './period.ts';

/** What every section gets: its period, and the period before. */
export type SectionProps = { span: Span; before: Span; by: By };

type Props<D> = {
  report: UseQueryResult<D>;
  isEmpty: (data: D) => boolean;
  /** Says what would be here. */
  empty: string;
  children: (data: D) => ReactNode;
};

export function Section<D>({ report, isEmpty, empty, children }: Props<D>) {
  if (report.error) return <Wrong error={report.error} />;
  if (report.data === undefined) return <div className="rp-wait" aria-busy="true" />;
  if (isEmpty(report.data)) return <p className="rp-empty">{empty}</p>;
  return <>{children(report.data)}</>;
}
