// Sends traces to an OpenTelemetry collector. The SDK reads its own variables (OTEL_…), and the
// server loads it only if there is a collector.
import type { Context } from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Log } from '#/platform/log.ts';
import { recordTraces, type Span, type Trace } from '#/platform/trace.ts';

/** How long a stopping server waits until the last traces are sent. */
const mostEndMs = 3000;

/** The attributes of this process in traces, by OpenTelemetry's names. */
export type Resource = {
  'service.name': string;
  'service.version': string;
  'sandali.role': string;
};

/**
 * Starts recording and sending traces. A test can pass its own `exporter`.
 * @returns a function that sends the last traces and stops recording
 */
export async function openTraces(
  resource: Resource,
  log: Log,
  exporter?: SpanExporter,
): Promise<() => Promise<void>> {
  const { diag, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } = await import(
    '@opentelemetry/api'
  );
  const { BasicTracerProvider, BatchSpanProcessor, RandomIdGenerator } = await import(
    '@opentelemetry/sdk-trace-base'
  );
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const ignore = () => {};
  // The SDK passes errors as JSON.
  const error = (message: string) =>
    log.error('traces could not be sent', /"message":"([^"]*)"/.exec(message)?.[1] ?? message);
  diag.setLogger({ error, warn: ignore, info: ignore, debug: ignore, verbose: ignore });
  const random = new RandomIdGenerator();
  /** The ids of the next span without a parent; the SDK asks for them when it starts the span. */
  let next: { traceId: string; spanId: string } | null = null;
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes(resource),
    idGenerator: {
      generateTraceId: () => next?.traceId ?? random.generateTraceId(),
      generateSpanId: () => next?.spanId ?? random.generateSpanId(),
    },
    spanProcessors: [new BatchSpanProcessor(exporter ?? new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer('sandali');
  const kinds = {
    server: SpanKind.SERVER,
    client: SpanKind.CLIENT,
    consumer: SpanKind.CONSUMER,
    internal: SpanKind.INTERNAL,
  };
  const start = ({ name, kind, fields, startMs }: Span, parent: Context) => {
    const attributes = Object.fromEntries(
      Object.entries(fields).map(([field, value]) => [`sandali.${field}`, value]),
    );
    return tracer.startSpan(name, { kind: kinds[kind], startTime: startMs, attributes }, parent);
  };
  const withIds = <T>(ids: typeof next, work: () => T): T => {
    next = ids;
    try {
      return work();
    } finally {
      next = null;
    }
  };
  /**
   * Starts a trace's first span. Later work for an order continues the span that created the order.
   */
  const startWhole = ({ spans: [whole], orderId, isFirst }: Trace) => {
    if (orderId === null) return start(whole, ROOT_CONTEXT);
    const ids = idsOf(orderId);
    if (isFirst) return withIds(ids, () => start(whole, ROOT_CONTEXT));
    // This span never ends, so it is never sent. It only shows what the sampler decides.
    const { traceFlags } = withIds(ids, () => tracer.startSpan('', {}, ROOT_CONTEXT)).spanContext();
    const first = { ...ids, traceFlags: traceFlags & TraceFlags.SAMPLED, isRemote: true };
    return start(whole, trace.setSpanContext(ROOT_CONTEXT, first));
  };
  const stop = recordTraces((recorded) => {
    const started = new Map<Span, ReturnType<typeof start>>();
    const [whole] = recorded.spans;
    for (const span of recorded.spans) {
      const parent = span.parent && started.get(span.parent);
      const shown = parent
        ? start(span, trace.setSpan(ROOT_CONTEXT, parent))
        : startWhole(recorded);
      started.set(span, shown);
      if (span.hasFailed) shown.setStatus({ code: SpanStatusCode.ERROR });
      shown.end(span.endMs ?? whole.endMs ?? undefined);
    }
  });
  return async () => {
    stop();
    const tooLong = new Promise<void>((done) => setTimeout(done, mostEndMs).unref());
    await Promise.race([provider.shutdown(), tooLong]);
  };
}

/**
 * Returns an order's trace id, which is the order's id without hyphens, and the first span's id.
 */
export function idsOf(orderId: string): { traceId: string; spanId: string } {
  const traceId = orderId.replaceAll('-', '');
  return { traceId, spanId: traceId.slice(16) };
}
