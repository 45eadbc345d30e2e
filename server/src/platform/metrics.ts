// What this process counts about itself, for Prometheus. staff/metrics.ts adds what the database
// knows. No label contains personal data: each has a value from a fixed list.
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { stopwatch } from './clock.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/** From a fast read to the slowest statement that the database allows, in seconds. */
const callBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

/** Creates the counters of one server, all at 0. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const calls = new Counter({
    name: 'sandali_calls_total',
    help: 'Calls of borrowers by outcome: ok, or the name of the refusal.',
    labelNames: ['call', 'outcome'],
    registers,
  });
  const callSeconds = new Histogram({
    name: 'sandali_call_seconds',
    help: 'Seconds from an opened call to its response, without minimum durations.',
    labelNames: ['call'],
    buckets: callBuckets,
    registers,
  });
  const gatewayAnswers = new Counter({
    name: 'sandali_gateway_answers_total',
    help: 'Requests to payment gateways; unknown means no clear response.',
    labelNames: ['gateway', 'operation', 'outcome'],
    registers,
  });
  /** Stopwatches since the last clear response of each gateway, and since the last request. */
  const sinceClear = new Map<string, () => number>();
  const sinceAsked = new Map<string, () => number>();
  new Gauge({
    name: 'sandali_gateway_silent_seconds',
    help: 'Seconds since a payment gateway last gave this server a clear response.',
    labelNames: ['gateway'],
    registers,
    collect() {
      for (const [gateway, elapsedMs] of sinceClear) this.set({ gateway }, elapsedMs() / 1000);
    },
  });
  const gatewayBalance = new Gauge({
    name: 'sandali_gateway_balance_centavos',
    help: 'The float at a payment gateway, when this server last read it.',
    labelNames: ['gateway'],
    registers,
  });
  const balances = new Map<string, { amountCentavos: number; sinceAnswered: () => number }>();
  const smsAnswers = new Counter({
    name: 'sandali_sms_answers_total',
    help: 'Messages that this server handed to SMS gateways, by outcome.',
    labelNames: ['gateway', 'outcome'],
    registers,
  });
  const lists = new Counter({
    name: 'sandali_lists_total',
    help: 'Lists of staff read from the standby, or from the primary because it was late or failed.',
    labelNames: ['source'],
    registers,
  });
  const jobs = new Counter({
    name: 'sandali_jobs_total',
    help: 'Jobs of queues and schedules that this server ran, by outcome.',
    labelNames: ['queue', 'outcome'],
    registers,
  });
  return {
    registry,
    /** Counts a response to a call, and its time if the call was opened. */
    countCall(call: string, outcome: string, seconds?: number): void {
      calls.inc({ call, outcome });
      if (seconds !== undefined) callSeconds.observe({ call }, seconds);
    },
    /** Begins to measure the silence of a payment gateway. */
    watchGateway(gateway: string): void {
      sinceClear.set(gateway, stopwatch());
      sinceAsked.set(gateway, stopwatch());
    },
    /** Counts a payment gateway's response. A clear one ends its silence. */
    countGatewayAnswer(gateway: string, operation: string, isClear: boolean): void {
      gatewayAnswers.inc({ gateway, operation, outcome: isClear ? 'clear' : 'unknown' });
      sinceAsked.set(gateway, stopwatch());
      if (isClear) sinceClear.set(gateway, stopwatch());
    },
    /** Returns the ms since a payment gateway was last asked anything. */
    msSinceAsked: (gateway: string): number => sinceAsked.get(gateway)?.() ?? Infinity,
    setBalance(gateway: string, amountCentavos: number): void {
      gatewayBalance.set({ gateway }, amountCentavos);
      balances.set(gateway, { amountCentavos, sinceAnswered: stopwatch() });
    },
    /** Returns the balance that this server last heard from a gateway, and how old it is. */
    lastBalance(gateway: string): { amountCentavos: number; ageMs: number } | null {
      const last = balances.get(gateway);
      return last ? { amountCentavos: last.amountCentavos, ageMs: last.sinceAnswered() } : null;
    },
    /** Shows an SMS gateway before its first message, so that a first failure is an increase. */
    watchSms(gateway: string): void {
      for (const outcome of ['sent', 'refused', 'unknown']) smsAnswers.inc({ gateway, outcome }, 0);
    },
    countSms(gateway: string, outcome: 'sent' | 'refused' | 'unknown'): void {
      smsAnswers.inc({ gateway, outcome });
    },
    countList(source: 'standby' | 'late' | 'failed'): void {
      lists.inc({ source });
    },
    countJob(job: string, outcome: 'done' | 'failed'): void {
      jobs.inc({ queue: job, outcome });
    },
  };
}
