// Measures the processor time of an operator's signals: counting a call, scraping /metrics, and
// traces. Two servers take turns: one without traces, and one that sends traces here.
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import * as os from 'node:os';
import { join, newPerson } from '@sandali/battery/person.ts';
import { type Product, startProduct } from '@sandali/battery/product.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { createMetrics } from '@sandali/server/platform/metrics.ts';
import type { Client } from '@sandali/server/sandbox/client.ts';
import { digits, median, tableOf } from './load/command.ts';

const rounds = 5;
const callsARound = 300;
const scrapesARound = 20;
const counted = 200_000;
/** How often Prometheus scrapes (deploy/prometheus/prometheus.yml). */
const scrapeEveryMs = 15_000;
/** The most that counting may add to a call. */
const mostShare = 0.01;

/** Runs the bench and prints its report. @returns whether counting stays within its limit */
export async function signals(): Promise<boolean> {
  await using cleanup = new AsyncDisposableStack();
  let received = 0;
  const collector = http.createServer((request, response) => {
    received += 1;
    request
      .resume()
      .on('end', () => response.setHeader('content-type', 'application/json').end('{}'));
  });
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  cleanup.defer(() => void collector.close().closeAllConnections());
  const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const plain = await openProduct(cleanup, {});
  const withTraces = await openProduct(cleanup, { OTEL_EXPORTER_OTLP_ENDPOINT: url });
  const times = { call: [] as number[], traced: [] as number[], scrape: [] as number[] };
  for (let round = 0; round <= rounds; round += 1) {
    const call = await costMs(plain, callsARound, ({ client }) => client.must(userMulti, {}));
    const traced = await costMs(withTraces, callsARound, ({ client }) =>
      client.must(userMulti, {}),
    );
    const scrape = await costMs(plain, scrapesARound, ({ product }) => scrapeOf(product));
    if (round === 0) continue; // warms both servers up
    times.call.push(call);
    times.traced.push(traced);
    times.scrape.push(scrape);
  }
  if (received === 0) throw new Error('the collector has received no traces');
  const [call, traced, scrape] = [times.call, times.traced, times.scrape].map(median) as number[];
  const count = countMs();
  const share = count / (call ?? 0);
  const of = (ms = 0) => `${digits((100 * ms) / (call ?? 0), 2)} %`;
  const rows = [
    ['processor time', 'ms', 'share'],
    ['a call of /home', digits(call, 3), ''],
    ['counting it', digits(count, 5), of(count)],
    ['traces of it', digits((traced ?? 0) - (call ?? 0), 3), of((traced ?? 0) - (call ?? 0))],
    [
      'a scrape',
      digits(scrape, 2),
      `${digits((100 * (scrape ?? 0)) / scrapeEveryMs, 2)} % of a core`,
    ],
  ];
  console.log(`Node ${process.version}, load average ${os.loadavg()[0]?.toFixed(1)}`);
  console.log(tableOf(rows, 1).join('\n'));
  console.log(`${share <= mostShare ? 'met' : 'missed'}  counting adds at most 1 % to a call`);
  return share <= mostShare;
}

type Measured = { product: Product; client: Client };

/** Starts a product with one person. */
async function openProduct(
  cleanup: AsyncDisposableStack,
  env: Record<string, string>,
): Promise<Measured> {
  const product = await startProduct({ CALLS_OF_SESSION: '1000000', ...env });
  cleanup.defer(product.close);
  const life = newPerson(product, { number: 1, phone: '+639175569901' });
  await join(life, product);
  return { product, client: life.client };
}

/** Returns the processor time of a server for one run of `work`, in ms. */
async function costMs(
  measured: Measured,
  count: number,
  work: (measured: Measured) => Promise<unknown>,
): Promise<number> {
  const before = cpuMs(measured.product.pid);
  for (let run = 0; run < count; run += 1) await work(measured);
  return (cpuMs(measured.product.pid) - before) / count;
}

/** Returns the processor time of a process, which Linux counts in hundredths of a second. */
function cpuMs(pid: number): number {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return 10 * (Number(user) + Number(system));
}

async function scrapeOf({ opsAddress }: Product): Promise<void> {
  const answer = await fetch(`http://${opsAddress}/metrics`);
  if (!(await answer.text()).includes('sandali_calls_total')) throw new Error('no metrics');
}

/** Returns the processor time for counting one call, in ms. */
function countMs(): number {
  const metrics = createMetrics();
  const paths = ['/home', '/loan/list', '/user/info', '/loan/apply'];
  const { user: before } = process.cpuUsage();
  for (let call = 0; call < counted; call += 1)
    metrics.countCall(paths[call % paths.length] ?? '', 'ok', (call % 100) / 1000);
  return (process.cpuUsage().user - before) / 1000 / counted;
}
