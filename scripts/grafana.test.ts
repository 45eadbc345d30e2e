// Checks that Grafana can load the dashboards, and that they name only existing metrics, alarms,
// calls, queues and label values.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { allCalls } from '@sandali/contract/all.ts';
import { createMetrics } from '@sandali/server/platform/metrics.ts';
import { collectDefaultMetrics } from 'prom-client';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');
const folder = 'deploy/grafana/dashboards';

type Panel = {
  id: number;
  type: string;
  title: string;
  gridPos: Record<'x' | 'y' | 'w' | 'h', number>;
  targets: { expr: string; refId: string; datasource: { uid: string } }[];
};
type Dashboard = { uid: string; title: string; templating: object; panels: Panel[] };

const dashboards = fs
  .readdirSync(path.join(root, folder))
  .map((file) => ({ file, ...(JSON.parse(read(`${folder}/${file}`)) as Dashboard) }));
const queries = dashboards.flatMap(({ panels }) =>
  panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
);
const namedIn = (pattern: RegExp) => [
  ...new Set(
    queries.flatMap((expr) => [...expr.matchAll(pattern)].flatMap(([, name]) => name ?? [])),
  ),
];

/** Returns the names of all metrics in /metrics, including the parts of histograms. */
function metrics(): Set<string> {
  const { registry } = createMetrics();
  collectDefaultMetrics({ register: registry });
  const counted = registry.getMetricsAsArray().map(({ name }) => name);
  const added = [...read('server/src/staff/metrics.ts').matchAll(/'(sandali_[a-z_]+)'/g)].map(
    ([, name = '']) => name,
  );
  return new Set([...counted, ...added].flatMap((name) => [name, `${name}_bucket`]));
}

test('the dashboards are service, money and people', () => {
  expect(dashboards.map(({ file, uid, title }) => [file, uid, title])).toEqual([
    ['money.json', 'sandali-money', 'Sandali: money'],
    ['people.json', 'sandali-people', 'Sandali: people'],
    ['service.json', 'sandali-service', 'Sandali: service'],
  ]);
});

test('every metric of a dashboard exists in /metrics', () => {
  const existing = metrics();
  const named = namedIn(/\b((?:sandali|nodejs|process)_[a-z0-9_]+)/g);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !existing.has(name))).toEqual([]);
});

test('every alarm, call and queue that a dashboard chooses exists', () => {
  const chosen = (label: string) =>
    namedIn(new RegExp(`\\b${label}=~?"([^"]+)"`, 'g')).flatMap((names) => names.split('|'));
  const described = read('docs/operators/alarms.md');
  expect(chosen('alarm').length).toBeGreaterThan(5);
  expect(chosen('alarm').filter((name) => !described.includes(`| \`${name}\` |`))).toEqual([]);
  const paths = allCalls.map((call) => call.path);
  expect(chosen('call').length).toBeGreaterThan(5);
  expect(chosen('call').filter((name) => !paths.includes(name))).toEqual([]);
  const queue = read('server/src/db/queue.ts');
  expect(chosen('queue').filter((name) => !queue.includes(`'${name}'`))).toEqual([]);
});

test.each(dashboards)('Grafana can load $file', ({ panels, templating }) => {
  expect(JSON.stringify(templating)).toContain('"name":"datasource"');
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = new Set<string>();
  for (const { title, type, gridPos, targets } of panels) {
    expect(['timeseries', 'stat', 'table'], title).toContain(type);
    expect(new Set(targets.map(({ refId }) => refId)).size, title).toBe(targets.length);
    for (const { expr, datasource } of targets) {
      expect(datasource.uid, title).toBe(`\${datasource}`);
      expect([...expr].filter((c) => '([{'.includes(c)).length, expr).toBe(
        [...expr].filter((c) => ')]}'.includes(c)).length,
      );
    }
    const { x, y, w, h } = gridPos;
    expect(x + w, title).toBeLessThanOrEqual(24);
    for (let column = x; column < x + w; column += 1)
      for (let row = y; row < y + h; row += 1) {
        expect(cells, `${title} overlaps`).not.toContain(`${column} ${row}`);
        cells.add(`${column} ${row}`);
      }
  }
});
