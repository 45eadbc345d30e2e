// The sandbox's JSON API for browser tests and the battery.

import { zDeviceId } from '@sandali/contract/id.ts';
import { zMobile } from '@sandali/contract/mobile.ts';
import { parsePhilippineMobile } from '@sandali/contract/phone.ts';
import { Hono } from 'hono';
import * as v from 'valibot';
import { expireProof, pictureAnswerOf, trustDevice } from '#/account/account.ts';
import { mobileFault } from '#/commands/mobile.ts';
import { inTx } from '#/db/database.ts';
import { books, trialBalance } from '#/ledger/ledger.ts';
import { wireInstant } from '#/platform/days.ts';
import type { Sealer } from '#/platform/seal.ts';
import { collectPayout, deskPayouts, payCode } from './bank-desk.ts';
import { moveClock } from './clock.ts';
import type { SandboxDeps } from './deps.ts';
import { jsonOnly, ownPages } from './guard.ts';
import { codeIn, newestPicture, outbox } from './store.ts';

const zInstant = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'the instant does not exist'),
  v.transform((text) => Temporal.Instant.from(text)),
);
const zMove = v.union([
  v.strictObject({ days: v.pipe(v.number(), v.minValue(0)) }),
  v.strictObject({ hours: v.pipe(v.number(), v.minValue(0)) }),
  v.strictObject({ to: zInstant }),
]);
const zPay = v.strictObject({
  code: v.pipe(v.string(), v.regex(/^[0-9A-Za-z]{1,40}$/)),
  amountCentavos: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
});

const zCollect = v.strictObject({ code: v.pipe(v.string(), v.regex(/^[0-9A-Za-z]{1,40}$/)) });
const zProof = v.strictObject({ phone: zMobile });
const zDevice = v.strictObject({ phone: zMobile, deviceId: zDeviceId });

/**
 * Returns the routes GET /sandbox/api/{state,messages,picture,payouts,books} and POST
 * /sandbox/api/{clock,pay,collect,device,proof}. A refusal has the body `{wrong}` and status 400 or
 * 409.
 */
export function sandboxApi(deps: SandboxDeps): Hono {
  const { context, clocks, bank } = deps;
  const app = new Hono();
  app.use('/api/*', jsonOnly(), ownPages(context.config));
  app.get('/api/state', (c) =>
    c.json({ now: wireInstant(clocks.now()), offsetMs: clocks.offsetMs() }),
  );
  app.get('/api/messages', async (c) => {
    const typed = c.req.query('phone');
    const wrong = typed === undefined ? null : mobileFault(typed);
    if (wrong) return c.json({ wrong }, 400);
    const phone = typed === undefined ? null : parsePhilippineMobile(typed);
    const sent = await outbox(context.db, phone);
    const messages = sent.map((message) => ({
      phone: message.phone,
      text: message.text,
      code: codeIn(message.text),
      sentAt: wireInstant(message.sent_at),
    }));
    return c.json({ messages });
  });
  app.get('/api/picture', async (c) => {
    const picture = await newestPicture(context.db, clocks.wall(), c.req.query('deviceId') ?? null);
    const digits = picture ? digitsOf(context.sealer, picture) : null;
    return digits ? c.json({ digits }) : c.json({ wrong: 'No picture is open.' }, 409);
  });
  app.get('/api/payouts', async (c) => c.json({ payouts: await deskPayouts(bank) }));
  app.get('/api/books', async (c) => {
    const [breaks, balances] = await Promise.all([books(context.db), trialBalance(context.db)]);
    return c.json({
      breaks,
      balances: balances.map(({ kind, balanceCentavos }) => ({
        kind,
        balanceCentavos: Number(balanceCentavos),
      })),
    });
  });
  app.post('/api/clock', async (c) => {
    const body = v.safeParse(zMove, await c.req.json().catch(() => null));
    if (!body.success) return c.json({ wrong: 'Send {days}, {hours} or {to}.' }, 400);
    try {
      return c.json({
        now: wireInstant(await moveClock(deps, body.output)),
        offsetMs: clocks.offsetMs(),
      });
    } catch (error) {
      if (error instanceof RangeError) return c.json({ wrong: error.message }, 409);
      throw error;
    }
  });
  app.post('/api/pay', async (c) => {
    const body = v.safeParse(zPay, await c.req.json().catch(() => null));
    if (!body.success) return c.json({ wrong: 'Send {code, amountCentavos?}.' }, 400);
    const { code, amountCentavos } = body.output;
    const answer = await payCode(bank, {
      code,
      ...(amountCentavos === undefined ? {} : { amountCentavos }),
    });
    return 'refused' in answer ? c.json({ wrong: answer.refused }, 409) : c.json(answer);
  });
  app.post('/api/collect', async (c) => {
    const body = v.safeParse(zCollect, await c.req.json().catch(() => null));
    if (!body.success) return c.json({ wrong: 'Send {code}.' }, 400);
    const payout = (await deskPayouts(bank)).find(
      ({ withdrawalCode }) => withdrawalCode === body.output.code,
    );
    const refused = payout ? await collectPayout(bank, payout.reference) : 'unknownPayout';
    return refused === null ? c.json({}) : c.json({ wrong: refused }, 409);
  });
  app.post('/api/device', async (c) => {
    const body = v.safeParse(zDevice, await c.req.json().catch(() => null));
    if (!body.success) return c.json({ wrong: 'Send {phone, deviceId}.' }, 400);
    const { phone, deviceId } = body.output;
    const phoneHash = context.sealer.hash('phone', phone);
    const isKnown = await inTx(context.db, (tx) =>
      trustDevice(tx, phoneHash, deviceId, clocks.wall()),
    );
    return isKnown ? c.json({}) : c.json({ wrong: 'No account has this number.' }, 409);
  });
  app.post('/api/proof', async (c) => {
    const body = v.safeParse(zProof, await c.req.json().catch(() => null));
    if (!body.success) return c.json({ wrong: 'Send {phone}.' }, 400);
    const phoneHash = context.sealer.hash('phone', body.output.phone);
    const isOld = await inTx(context.db, (tx) => expireProof(tx, phoneHash, clocks.wall()));
    return isOld ? c.json({}) : c.json({ wrong: 'No account has this number.' }, 409);
  });
  return app;
}

/** Finds a picture code's digits by trying all combinations, because only their hash is stored. */
function digitsOf(sealer: Sealer, picture: { id: string; answer_hash: Buffer }): string | null {
  for (let candidate = 0; candidate < 100_000; candidate += 1) {
    const digits = String(candidate).padStart(5, '0');
    if (pictureAnswerOf(sealer, picture.id, digits).equals(picture.answer_hash)) return digits;
  }
  return null;
}
