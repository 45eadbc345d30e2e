import { useNavigate } from '@tanstack/react-router';
import { Button } from 'react-aria-components';
import { handOver } from '#/command/handoff.ts';
import { slugOf } from '#/command/slug.ts';
import { useSession } from '#/session.ts';
import { hundredths, type Kind, textOf } from './columns.ts';
import { formOf } from './lists.ts';

type Headline = {
  name: string;
  as: Kind;
  value: number | null;
  /** The value of the period before; left out if there is none to compare with. */
  before?: number | null | undefined;
  /** The command line that lists the rows behind the figure. */
  rows?: string | undefined;
};

/** The figures of a period, each with its change and the way to its rows. */
export function Headlines({ figures }: { figures: readonly Headline[] }) {
  return (
    <dl className="rp-headlines">
      {figures.map((figure) => (
        <div key={figure.name}>
          <dt>{figure.name}</dt>
          <dd>
            <b>{textOf(figure.as, figure.value)}</b>
            <span>{changeOf(figure)}</span>
            {figure.rows && <OpenRows name={figure.name} line={figure.rows} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function OpenRows({ name, line }: { name: string; line: string }) {
  const navigate = useNavigate();
  const form = formOf(line, useSession().commands);
  if (!form) return null;
  const open = () => {
    handOver(form.command.name, form.texts);
    void navigate({ to: '/c/$command', params: { command: slugOf(form.command) } });
  };
  return (
    <Button className="rp-rows" onPress={open}>
      Rows<span className="hidden"> of {name}</span>
    </Button>
  );
}

/** Says how much a figure grew, and from what: shares in points, others in percent. */
function changeOf({ as, value, before }: Headline): string {
  if (before === undefined) return '';
  if (before === null || value === null) return 'nothing to compare';
  const was = `was ${textOf(as, before)}`;
  if (value === before) return 'unchanged';
  if (as === 'share') return `${signed(value - before, hundredths)} points, ${was}`;
  return before === 0
    ? was
    : `${signed(Math.round((100 * (value - before)) / Math.abs(before)), String)}%, ${was}`;
}

const signed = (value: number, write: (size: number) => string) =>
  `${value < 0 ? '−' : '+'}${write(Math.abs(value))}`;
