// Tests that a trace follows a loan from its call to its settlement, and that no trace, metric or
// log line names a person.
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { idsOf, openTraces } from '#/adapters/open-telemetry.ts';
import { payoutSteps } from '#/payout/testing.ts';
import { noteSpan, type SpanFields, spanned, traced } from '#/platform/trace.ts';
import { testApp } from '#/testing/app.ts';

const app = await testApp({ isEmpty: true });
const { signed, until } = payoutSteps(app);

/** Returns the spans that `work` sends. */
async function spansOf(work: () => Promise<unknown>): Promise<ReadableSpan[]> {
  const spans: ReadableSpan[] = [];
  const exporter: SpanExporter = {
    export(batch, done) {
      spans.push(...batch);
      done({ code: 0 });
    },
    shutdown: async () => {},
  };
  const resource = { 'service.name': 'test', 'service.version': '0', 'sandali.role': 'all' };
  const close = await openTraces(resource, app.context.log, exporter);
  await work();
  await close();
  return spans;
}

const canaries = new Set<string>();
let spans: ReadableSpan[] = [];
let loanId = '';
const life = spansOf(async () => {
  const paid = await signed('7701');
  ({ loanId } = paid);
  await until(loanId, 'paid');
  const { phone, password, firstName, lastName, number, client } = paid.anna.life;
  const files = await app.db.selectFrom('pictures').select('file_name').execute();
  for (const secret of [
    ...[phone, phone.slice(3), password, firstName, lastName, client.token, client.deviceId],
    ...[`9999${String(number).padStart(8, '0')}`, 'Kunwari', '1000007701'],
    ...files.flatMap(({ file_name: name }) => name ?? []),
  ])
    canaries.add(secret);
}).then((sent) => {
  spans = sent;
});

slow('one trace shows a loan from its call over gateway and webhook to settlement', async () => {
  await life;
  const { traceId, spanId } = idsOf(loanId);
  const ofLoan = spans.filter((span) => span.spanContext().traceId === traceId);
  const names = ofLoan.map(({ name }) => name);
  for (const name of [
    '/loan/apply',
    'insert loans',
    'commit',
    'approve',
    'insert payouts',
    'payout',
    'sandbox sendPayout',
    'webhook payout',
    'sandbox findPayout',
    'settle',
  ])
    expect(names).toContain(name);
  const ids = ofLoan.map((span) => span.spanContext().spanId);
  const roots = ofLoan.filter(({ parentSpanContext }) => !parentSpanContext);
  expect(roots.map(({ name }) => name)).toEqual(['/loan/apply']);
  expect(roots[0]?.spanContext().spanId).toBe(spanId);
  expect(
    ofLoan.filter(({ parentSpanContext: parent }) => parent && !ids.includes(parent.spanId)),
  ).toEqual([]);
});

test('no span, metric, log line or job names a person', async () => {
  await life;
  expect(canaries.size).toBeGreaterThan(10);
  const shown = spans.map(({ name, attributes, events, links, status, resource }) =>
    JSON.stringify({ name, attributes, events, links, status, resource: resource.attributes }),
  );
  const signals = {
    spans: shown,
    metrics: [await app.context.metrics.registry.metrics()],
    logs: app.logLines,
    jobs: app.payloads.map((payload) => JSON.stringify(payload)),
  };
  const named = Object.entries(signals).map(([kind, texts]) => {
    expect(texts.join('').length, kind).toBeGreaterThan(100);
    return [kind, [...canaries].filter((secret) => texts.some((text) => text.includes(secret)))];
  });
  expect(Object.fromEntries(named)).toEqual({ spans: [], metrics: [], logs: [], jobs: [] });
});

test('does not record fields off the list or with another shape', async () => {
  const wrong = { phone: '+639171234567', outcome: 'Anna to 09171234567' } as SpanFields;
  const [part, whole] = await spansOf(() =>
    traced(
      () => ({ name: 'whole', kind: 'server', fields: { ...wrong, call: '/home' } }),
      () =>
        spanned(
          () => ({ name: 'part', kind: 'client', fields: wrong }),
          async () => noteSpan({ ...wrong, loanId: 'Anna' }, true),
        ),
    ),
  ).then((sent) => sent.toSorted((a, b) => (a.name < b.name ? -1 : 1)));
  expect([whole?.attributes, part?.attributes]).toEqual([{ 'sandali.call': '/home' }, {}]);
  expect([whole?.status.code, part?.status.code]).toEqual([0, 2]);
});

test('the SDK is loaded only when traces are sent', () => {
  const files = fs
    .globSync('**/*.ts', { cwd: import.meta.dirname })
    .filter((file) => !file.endsWith('.test.ts'));
  expect(files).toContain('adapters/open-telemetry.ts');
  const loading = files.filter((file) =>
    /^import (?!type )[^;]*'@opentelemetry/m.test(
      fs.readFileSync(path.join(import.meta.dirname, file), 'utf8'),
    ),
  );
  expect(loading).toEqual([]);
});
