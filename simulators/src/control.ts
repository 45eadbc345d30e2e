import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import * as v from 'valibot';
import { unreversedCentavosOf } from './bank.ts';
import type { Desk } from './desk.ts';
import { amountCentavos, behaviour, noMoney, reference, takeBackCause } from './events.ts';
import { collect, reverse, settleNow } from './payouts.ts';
import { codeState, decide, pay, takeBack } from './repayments.ts';

/** Bindings that give handlers Node's request and socket. */
export type Bindings = { Bindings: HttpBindings };

const listLength = 200;

const clockRequest = v.strictObject({ offsetMs: v.pipe(v.number(), v.safeInteger()) });
const reverseRequest = v.strictObject({ reference });
const settleRequest = v.strictObject({ reference, isPaid: v.boolean() });
const payRequest = v.strictObject({
  // With `force` this may be the bank's id for a code, which some gateways report.
  code: v.pipe(v.string(), v.regex(/^[0-9A-Za-z_]{1,40}$/)),
  // With `force` this may be 0 or less; the bank then reports a payment that moved no money.
  amountCentavos: v.optional(v.union([amountCentavos, noMoney])),
  currency: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/))),
  force: v.optional(v.boolean()),
});

const takeBackRequest = v.strictObject({
  paymentId: v.pipe(v.string(), v.regex(/^[0-9A-Za-z_-]{1,64}$/)),
  cause: takeBackCause,
  amountCentavos: v.optional(amountCentavos),
  isSilent: v.optional(v.boolean()),
  isClaim: v.optional(v.boolean()),
});

const checkoutRequest = v.strictObject({
  code: v.pipe(v.string(), v.regex(/^[0-9A-Za-z]{1,40}$/)),
  isYes: v.boolean(),
});

/** Adds calls for the sandbox page and the tests. A refusal is a 409 with `refused`. */
export function mountControl(app: Hono<Bindings>, desk: Desk): void {
  app.post('/control/clock', async (c) => {
    const request = await readBody(c, clockRequest);
    if (!request) return c.json({ error: 'malformed' }, 400);
    desk.setOffset(request.offsetMs);
    // Do all due steps before responding, so that settlement reports for past days never change.
    while (desk.workDue());
    return c.json({ businessAt: desk.now().business.toString() });
  });
  app.post('/control/pay', async (c) => {
    const request = await readBody(c, payRequest);
    if (!request) return c.json({ error: 'malformed' }, 400);
    const decision = pay(desk.bank, request, desk.now(), desk.random);
    if ('refused' in decision) return c.json({ refused: decision.refused }, 409);
    desk.record(decision.events);
    return c.json(decision.payment);
  });
  mountPayments(app, desk);
  mountCheckout(app, desk);
  mountPayoutCalls(app, desk);
  app.post('/control/behave', async (c) => {
    const request = await readBody(c, behaviour);
    if (!request) return c.json({ error: 'malformed' }, 400);
    desk.record([{ type: 'behaviourSet', behaviour: request }]);
    return c.json(desk.bank.behaviour);
  });
  app.get('/control/payouts', (c) => {
    const newest = [...desk.bank.payouts.values()].slice(-listLength).reverse();
    return c.json({
      payouts: newest.map(
        ({
          order,
          gatewayId,
          character,
          state,
          orderedAt,
          paidAt,
          failure,
          withdrawalCode,
          next,
        }) => ({
          ...order,
          gatewayId,
          character,
          state,
          orderedAt,
          paidAt,
          failure,
          withdrawalCode,
          // The business time of the batch that a pending payout waits for.
          settlesAt: state === 'pending' && next?.isBusiness ? next.dueAt : null,
        }),
      ),
    });
  });
  app.get('/control/codes', (c) => {
    const now = desk.now();
    const newest = [...desk.bank.codes.values()].slice(-listLength).reverse();
    return c.json({
      codes: newest.map((code) => ({
        ...code.request,
        code: code.code,
        gatewayId: code.gatewayId,
        endsAt: code.endsAt,
        state: codeState(code, now),
        givenAt: code.givenAt,
        paymentIds: code.paymentIds,
      })),
    });
  });
}

/** Mounts the calls that reverse or settle a payout, or pay out a pickup. */
function mountPayoutCalls(app: Hono<Bindings>, desk: Desk): void {
  app.post('/control/reverse', async (c) => {
    const request = await readBody(c, reverseRequest);
    if (!request) return c.json({ error: 'malformed' }, 400);
    const payout = desk.bank.payouts.get(request.reference);
    if (payout?.state !== 'paid')
      return c.json({ refused: payout ? 'notPaid' : 'unknownPayout' }, 409);
    desk.record(reverse(desk.bank, payout, desk.now(), desk.random));
    return c.json({ reversed: true });
  });
  app.post('/control/settle', async (c) => {
    const request = await readBody(c, settleRequest);
    if (!request) return c.json({ error: 'malformed' }, 400);
    const payout = desk.bank.payouts.get(request.reference);
    if (payout?.state !== 'pending')
      return c.json({ refused: payout ? 'notPending' : 'unknownPayout' }, 409);
    desk.record(settleNow(desk.bank, payout, request.isPaid, desk.now(), desk.random));
    return c.json({ settled: true });
  });
  app.post('/control/collect', async (c) => {
    const request = await readBody(c, reverseRequest);
    if (!request) return c.json({ error: 'malformed' }, 400);
    const payout = desk.bank.payouts.get(request.reference);
    if (payout?.state !== 'ready')
      return c.json({ refused: payout ? 'notReady' : 'unknownPayout' }, 409);
    desk.record(collect(desk.bank, payout, desk.now(), desk.random));
    return c.json({ collected: true });
  });
}

/** Mounts the calls that list and reverse payments. */
function mountPayments(app: Hono<Bindings>, desk: Desk): void {
  app.post('/control/take-back', async (c) => {
    const request = await readBody(c, takeBackRequest);
    if (!request) return c.json({ error: 'malformed' }, 400);
    const decision = takeBack(desk.bank, request, desk.now(), desk.random);
    if ('refused' in decision) return c.json({ refused: decision.refused }, 409);
    desk.record(decision.events);
    return c.json({ takenBack: true });
  });
  app.get('/control/payments', (c) => {
    const newest = [...desk.bank.payments.values()].slice(-listLength).reverse();
    return c.json({
      payments: newest.map((payment) => ({
        ...payment,
        keptCentavos: unreversedCentavosOf(desk.bank, payment),
      })),
    });
  });
}

/** Mounts the checkout page's calls. */
function mountCheckout(app: Hono<Bindings>, desk: Desk): void {
  app.post('/control/checkout', async (c) => {
    const request = await readBody(c, checkoutRequest);
    if (!request) return c.json({ error: 'malformed' }, 400);
    const decision = decide(
      desk.bank,
      { ...request, takeDelayMs: desk.takeDelayMs() },
      desk.now(),
      desk.random,
    );
    if ('refused' in decision) return c.json({ refused: decision.refused }, 409);
    desk.record(decision.events);
    return c.json({ isYes: request.isYes });
  });
  app.get('/control/checkout/:code', (c) => {
    const code = desk.bank.codes.get(desk.bank.referenceOfCode.get(c.req.param('code')) ?? '');
    if (!code || code.link === null) return c.json({ error: 'notFound' }, 404);
    const { channel, amountCentavos, returnTo } = code.request;
    return c.json({
      code: code.code,
      channel,
      amountCentavos,
      returnTo,
      state: codeState(code, desk.now()),
    });
  });
}

/** Returns the parsed body, or null if it does not match the schema. */
export async function readBody<S extends v.GenericSchema>(
  c: Context<Bindings>,
  schema: S,
): Promise<v.InferOutput<S> | null> {
  try {
    const body = v.safeParse(schema, await c.req.json());
    return body.success ? body.output : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
