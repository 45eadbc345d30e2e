import type { OpenCase } from './answers.ts';

/** The deadline: red when it has passed, amber today and tomorrow. */
export function Due({ row: { dueOn, clock } }: { row: OpenCase }) {
  if (dueOn === null) return <small>No answer is due</small>;
  const words = { late: 'Late: was due', soon: 'Due', running: 'Due', stopped: 'Due' }[clock];
  return (
    <span className="cs-due" data-clock={clock}>
      {words} {dueOn}
    </span>
  );
}
