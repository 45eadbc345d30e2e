// Charts in the desk's colours. Each has a table with the same numbers beside it, so that screen
// readers skip the chart.
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';

type Point = { at: string; values: readonly (number | null)[] };
/** The nth series draws each point's nth value. */
type Series = { name: string; color: string; dash?: string };
type Props = {
  title: string;
  as: 'bars' | 'stack' | 'lines';
  series: readonly Series[];
  points: readonly Point[];
  /** Formats a value for the axis, and in full. */
  short: (value: number) => string;
  full: (value: number) => string;
};

const height = 248;

export function Chart({ title, as, series, points, short, full }: Props) {
  const axis = { stroke: 'var(--line)', tick: { fill: 'var(--ink-2)', fontSize: 12 } };
  return (
    <figure className="rp-chart" aria-hidden="true">
      <figcaption>
        <b>{title}</b>
        <ul>
          {series.map(({ name, color, dash }) => (
            <li key={name}>
              <svg viewBox="0 0 22 10" aria-hidden="true">
                {as === 'lines' ? (
                  <path d="M0 5h22" stroke={color} strokeWidth="3" strokeDasharray={dash} />
                ) : (
                  <rect width="12" height="10" x="5" rx="2" fill={color} />
                )}
              </svg>
              {name}
            </li>
          ))}
        </ul>
      </figcaption>
      <ResponsiveContainer width="100%" height={height}>
        <ComposedChart data={[...points]} margin={{ top: 8, right: 8 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis dataKey="at" tickLine={false} minTickGap={24} {...axis} />
          <YAxis
            allowDecimals={false}
            width={64}
            tickLine={false}
            axisLine={false}
            tickFormatter={short}
            {...axis}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: 'var(--sunken)', stroke: 'var(--edge)' }}
            wrapperClassName="rp-tip"
            formatter={(value) => (typeof value === 'number' ? full(value) : '–')}
          />
          {series.map(({ name, color, dash }, nth) => {
            const own = {
              name,
              dataKey: ({ values }: Point) => values[nth] ?? null,
              isAnimationActive: false,
            };
            return as === 'lines' ? (
              <Line
                key={name}
                {...own}
                stroke={color}
                strokeWidth={2}
                dot={points.length < 14 && { r: 3, fill: color, strokeWidth: 0 }}
                {...(dash && { strokeDasharray: dash })}
              />
            ) : (
              <Bar
                key={name}
                {...own}
                fill={color}
                {...(as === 'stack' && { stackId: 'all', stroke: 'var(--surface)' })}
                maxBarSize={36}
              />
            );
          })}
        </ComposedChart>
      </ResponsiveContainer>
    </figure>
  );
}
