import { createHash, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as v from 'valibot';
import { floatCentavos } from './bank.ts';
import { type Bindings, mountControl, readBody } from './control.ts';
import type { Desk } from './desk.ts';
import { codeRequest, payoutOrder } from './events.ts';
import { cancel, type Manner, payoutReport, takeOrder } from './payouts.ts';
import { issueCode } from './repayments.ts';

const maxBodyBytes = 65_536;
const hangMs = 120_000;
const pageLines = 100;

const settlementReportQuery = v.object({
  day: v.pipe(v.string(), v.isoDate()),
  from: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number)), '0'),
});

/**
 * Returns the bank's HTTP API. Calls need `authorization: Bearer <token>`; README.md lists them.
 */
export function bankApi(desk: Desk, token: string): Hono<Bindings> {
  const app = new Hono<Bindings>();
  const expected = digest(`Bearer ${token}`);
  app.use(async (c, next) => {
    if (!timingSafeEqual(digest(c.req.header('authorization') ?? ''), expected))
      return c.json({ error: 'unauthorized' }, 401);
    return next();
  });
  app.use(bodyLimit({ maxSize: maxBodyBytes, onError: (c) => c.json({ error: 'tooLarge' }, 413) }));
  app.onError((error, c) => {
    console.error(error);
    return c.json({ error: 'broken' }, 500);
  });
  app.notFound((c) => c.json({ error: 'notFound' }, 404));

  app.post('/payouts', async (c) => {
    const order = await readBody(c, payoutOrder);
    if (!order || c.req.header('idempotency-key') !== order.reference)
      return c.json({ error: 'malformed' }, 400);
    const decision = takeOrder(desk.bank, order, desk.payDelayMs(), desk.now(), desk.random);
    desk.record(decision.events);
    return (await spoilResponse(c, decision.manner)) ?? c.json(decision.body, decision.status);
  });
  app.get('/payouts/:reference', (c) => {
    const report = payoutReport(desk.bank.payouts.get(c.req.param('reference')), desk.now().wall);
    return report ? c.json(report) : c.json({ error: 'notFound' }, 404);
  });
  app.post('/payouts/:reference/cancel', async (c) => {
    const decision = cancel(
      desk.bank,
      desk.bank.payouts.get(c.req.param('reference')),
      desk.now(),
      desk.random,
    );
    desk.record(decision.events);
    return (await spoilResponse(c, decision.manner)) ?? c.json(decision.body, decision.status);
  });
  app.post('/codes', async (c) => {
    const request = await readBody(c, codeRequest);
    if (!request) return c.json({ error: 'malformed' }, 400);
    const decision = issueCode(desk, request);
    if ('refused' in decision) return c.json({ outcome: 'refused', reason: decision.refused }, 422);
    desk.record(decision.events);
    const { code, gatewayId, payload, link, endsAt } = decision.code;
    return c.json({ outcome: 'given', code, gatewayId, payload, link, endsAt });
  });
  app.get('/codes/:gatewayId', (c) => {
    const code = desk.bank.codes.get(
      desk.bank.referenceOfGatewayId.get(c.req.param('gatewayId')) ?? '',
    );
    return code
      ? c.json({ gatewayId: code.gatewayId, progress: code.progress })
      : c.json({ error: 'notFound' }, 404);
  });
  app.get('/payments/:id', (c) => {
    const payment = desk.bank.payments.get(c.req.param('id'));
    return payment ? c.json({ ...payment, state: 'received' }) : c.json({ error: 'notFound' }, 404);
  });
  app.get('/payments/:id/reversals', (c) => {
    const paymentId = c.req.param('id');
    if (!desk.bank.payments.has(paymentId)) return c.json({ error: 'notFound' }, 404);
    const back = desk.bank.takenBack.get(paymentId) ?? [];
    return c.json({
      paymentId,
      reversals: back.map(({ cause, movement: { id, amountCentavos, currency, at } }) => ({
        id,
        cause,
        amountCentavos,
        currency,
        at,
      })),
    });
  });
  app.get('/settlement-report', (c) => {
    const query = v.safeParse(settlementReportQuery, c.req.query());
    if (!query.success) return c.json({ error: 'malformed' }, 400);
    return c.json(desk.settlementReport.page(query.output.day, query.output.from, pageLines));
  });
  app.get('/balance', (c) => c.json({ amountCentavos: floatCentavos(desk.bank) }));
  mountControl(app, desk);
  return app;
}

/** Spoils the response to an accepted order in the given manner; returns null if it is `plain`. */
async function spoilResponse(c: Context<Bindings>, manner: Manner): Promise<Response | null> {
  const { socket } = c.env.incoming;
  switch (manner) {
    case 'plain':
      return null;
    case 'error':
      return c.json({ error: 'internal' }, 500);
    case 'cut':
      socket.destroy();
      return c.body(null, 500);
    case 'hang': {
      const { promise, resolve } = Promise.withResolvers<void>();
      const patience = setTimeout(resolve, hangMs);
      socket.once('close', resolve);
      await promise;
      clearTimeout(patience);
      return c.body(null, 504);
    }
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
