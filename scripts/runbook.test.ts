// Checks that each alert has a runbook page, and that the pages name only existing metrics.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');
const rules = read('deploy/prometheus/alerts.yml');
const described = read('docs/operators/alarms.md');
const folder = 'docs/operators/runbook';
const pages = new Map(
  fs.readdirSync(path.join(root, folder)).map((name) => [name, read(`${folder}/${name}`)]),
);
const alerts = rules
  .split(/^ {6}- alert: /m)
  .slice(1)
  .map((text) => ({
    name: /^\w+/.exec(text)?.[0] ?? '',
    severity: /^ +severity: (\w+)$/m.exec(text)?.[1],
    summary: /^ +summary: "(.+)"$/m.exec(text)?.[1] ?? '',
    address: /^ +runbook_url: (\S+)$/m.exec(text)?.[1] ?? '',
  }));
/** The parts of the pages: their address, and the alerts that they name. */
const parts = [...pages].flatMap(([name, text]) =>
  [...text.matchAll(/^## (.+)\n\n(`Sandali.+)$/gm)].map(([, head = '', names = '']) => ({
    address: `${folder}/${name}#${head.toLowerCase().replaceAll(' ', '-')}`,
    alerts: [...names.matchAll(/`(\w+)`/g)].map(([, alert]) => alert),
  })),
);
const matchesIn = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map(([, word = '']) => word)),
];

test('each alert has a severity, one sentence, and a part of the runbook that names it', () => {
  expect(alerts.length).toBeGreaterThan(30);
  for (const { name, severity, summary, address } of alerts) {
    expect(['critical', 'warning'], name).toContain(severity);
    expect(summary.replaceAll(/\{\{.*?\}\}/g, 'X'), name).toMatch(/^[A-Z][^.]*\.$/);
    expect(parts.find((part) => part.address === address)?.alerts, name).toContain(name);
    expect(pages.get('README.md'), name).toContain(`\`${name}\``);
  }
});

test('the runbook and the rules’ tests name exactly the alerts of the rules', () => {
  const names = alerts.map(({ name }) => name).sort();
  expect(parts.flatMap((part) => part.alerts).sort()).toEqual(names);
  const tests = read('deploy/prometheus/alerts.test.yml');
  expect(matchesIn(tests, /alertname="(\w+)"/g).sort()).toEqual(names);
});

test('rules and runbook name only metrics that exist, and alarms.md names all of them', () => {
  const source = ['platform/metrics.ts', 'staff/metrics.ts']
    .map((file) => read(`server/src/${file}`))
    .join('\n');
  const metrics = matchesIn(source, /'(sandali_[a-z_]+)'/g);
  expect(matchesIn(described, /`(sandali_[a-z_]+)`/g).sort()).toEqual(metrics.sort());
  const named = matchesIn(rules + [...pages.values()].join('\n'), /\b(sandali_[a-z_]+)/g);
  expect(named.filter((name) => !metrics.includes(name.replace(/_bucket$/, '')))).toEqual([]);
});

test('each alarm and each check of alarms.md has an alert', () => {
  const inRules = (label: string) =>
    matchesIn(rules, new RegExp(`${label}=~?"([\\w|]+)"`, 'g')).flatMap((names) =>
      names.split('|'),
    );
  const inTables = (from: string, to: string) =>
    matchesIn(described.split(from)[1]?.split(to)[0] ?? '', /^\| `(\w+)` \|/gm);
  // Stopping is not a fault, and SandaliUnreadable covers values that were not computed.
  const alarms = inTables('## Alarms', '## Metrics').filter((name) => name !== 'notComputed');
  const checks = inTables('## Checks', '## Alarms').filter((name) => name !== 'stopping');
  expect([...new Set(inRules('alarm'))].sort()).toEqual(alarms.sort());
  expect([...new Set(inRules('check'))].sort()).toEqual(checks.sort());
});
