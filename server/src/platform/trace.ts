// Records this process's work as traces of spans, if a recorder is set. The recorder gets a trace
// when its work has ended, because the work's order may be known only then.
import { AsyncLocalStorage } from 'node:async_hooks';
import { machineMs } from './clock.ts';

/** The fields of a span: names from the program and ids, never personal data. */
export type SpanFields = {
  call?: string;
  outcome?: string;
  statement?: string;
  gateway?: string;
  operation?: string;
  job?: string;
  requestId?: string;
  loanId?: string;
  payoutId?: string;
};
type SpanKind = 'server' | 'client' | 'consumer' | 'internal';
type SpanOf = { name: string; kind: SpanKind; fields?: SpanFields };

export type Span = {
  name: string;
  kind: SpanKind;
  fields: SpanFields;
  startMs: number;
  /** Null while the work runs. */
  endMs: number | null;
  hasFailed: boolean;
  parent: Span | null;
};
/**
 * The spans of one piece of work, the outermost first. `orderId` is its loan or refund. All work
 * for an order belongs to one trace, which begins with the work that `isFirst`.
 */
export type Trace = { spans: [Span, ...Span[]]; orderId: string | null; isFirst: boolean };

/**
 * The maximum number of spans of one piece of work, to limit its memory. Further ones are left out.
 */
const mostSpans = 500;

type Here = { trace: Trace; span: Span };
type Recorder = { here: AsyncLocalStorage<Here>; handOver(trace: Trace): void };
let recorder: Recorder | null = null;

/** Starts recording traces. @returns a function that stops it */
export function recordTraces(handOver: (trace: Trace) => void): () => void {
  recorder = { here: new AsyncLocalStorage(), handOver };
  return () => {
    recorder = null;
  };
}

function begin({ name, kind, fields = {} }: SpanOf, parent: Span | null, agoMs = 0): Span {
  const startMs = machineMs() - agoMs;
  return {
    name,
    kind,
    fields: onlyAllowed(fields),
    startMs,
    endMs: null,
    hasFailed: false,
    parent,
  };
}

async function run<T>({ here }: Recorder, at: Here, work: () => Promise<T>): Promise<T> {
  try {
    return await here.run(at, work);
  } catch (error) {
    at.span.hasFailed = true;
    throw error;
  } finally {
    at.span.endMs = machineMs();
  }
}

/**
 * Runs a piece of work as a trace of its own, which began `agoMs` milliseconds ago. `orderId` is
 * the id of its loan or refund.
 */
export function traced<T>(
  of: () => SpanOf & { agoMs?: number; orderId?: string },
  work: () => Promise<T>,
): Promise<T> {
  if (!recorder) return work();
  const { handOver } = recorder;
  const { agoMs, orderId = null, ...whole } = of();
  const span = begin(whole, null, agoMs);
  const trace: Trace = { spans: [span], orderId, isFirst: false };
  return run(recorder, { trace, span }, work).finally(() => handOver(trace));
}

/** Runs a part of the current work as a span. Records nothing outside a piece of work. */
export function spanned<T>(of: () => SpanOf, work: () => Promise<T>): Promise<T> {
  const here = recorder?.here.getStore();
  if (!recorder || !here) return work();
  const { trace } = here;
  if (trace.spans[0].endMs !== null || trace.spans.length >= mostSpans) return work();
  const span = begin(of(), here.span);
  trace.spans.push(span);
  return run(recorder, { trace, span }, work);
}

/** Adds fields to the current span. */
export function noteSpan(fields: SpanFields, hasFailed = false): void {
  const span = recorder?.here.getStore()?.span;
  if (!span) return;
  Object.assign(span.fields, onlyAllowed(fields));
  span.hasFailed ||= hasFailed;
}

/** Makes the current work part of an order's trace. `isFirst`: the work has created the order. */
export function joinOrder(orderId: string, isFirst = false): void {
  const trace = recorder?.here.getStore()?.trace;
  if (trace) Object.assign(trace, { orderId, isFirst });
}

/** A path, a name or a code. Long numbers are excluded, because they may be phones or accounts. */
const word = /^(?!.*\d{6})[\w/][\w./ -]{0,79}$/;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const allowed: Record<keyof SpanFields, RegExp> = {
  call: word,
  outcome: word,
  statement: word,
  gateway: word,
  operation: word,
  job: word,
  requestId: uuid,
  loanId: uuid,
  payoutId: uuid,
};

/** Returns the listed fields whose values have the right shape. */
function onlyAllowed(fields: SpanFields): SpanFields {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) =>
      allowed[name as keyof SpanFields]?.test(String(value)),
    ),
  );
}
