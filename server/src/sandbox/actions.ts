// What the page's forms do. Each answers 303 back to the page, with the key of a few words.
import { readPesos } from '@sandali/contract/money.ts';
import { Hono } from 'hono';
import { reversalCauses } from '#/adapters/bank/port.ts';
import { workCtx } from '#/context/ctx.ts';
import { storeSetting } from '#/context/settings.ts';
import { decideManually, givableOf, noteAllSeen, whyNotGiven } from '#/credit/credit.ts';
import { inTx } from '#/db/database.ts';
import { manila, manilaDayOf } from '#/platform/days.ts';
import {
  collectPayout,
  payCode,
  reversePayout,
  sendHolidays,
  settlePayout,
  takePaymentBack,
} from './bank-desk.ts';
import { type Move, moveClock } from './clock.ts';
import type { SandboxDeps } from './deps.ts';
import { type FlashKey, refusedKey } from './flash.ts';
import { nearestDueOn } from './store.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type Fields = { get(name: string): string };
type Action = (deps: SandboxDeps, fields: Fields) => Promise<FlashKey>;

const actions: Readonly<Record<string, { act: Action; section: string }>> = {
  clock: { act: move, section: '' },
  pay: { act: pay, section: '#kiosk' },
  reverse: { act: takeBack, section: '#bank' },
  'take-back': { act: takeBackPayment, section: '#kiosk' },
  collect: { act: collect, section: '#bank' },
  hold: { act: hold, section: '#bank' },
  rails: { act: playRails, section: '#bank' },
  settle: { act: settle, section: '#bank' },
  review: { act: decide, section: '#reviews' },
};

/** POST <action>, under the page's address. */
export function sandboxActions(deps: SandboxDeps): Hono {
  const app = new Hono();
  for (const [name, { act, section }] of Object.entries(actions)) {
    app.post(`/${name}`, async (c) => {
      const body = await c.req.parseBody();
      const fields = {
        get: (field: string) => (typeof body[field] === 'string' ? body[field].trim() : ''),
      };
      const flash = await act(deps, fields).catch((error: unknown): FlashKey => {
        deps.context.log.error('an action of the sandbox failed', error);
        return 'bank.away';
      });
      return c.redirect(`/sandbox?done=${flash}${section}`, 303);
    });
  }
  return app;
}

async function move(deps: SandboxDeps, fields: Fields): Promise<FlashKey> {
  const wish = await moveOf(deps, fields.get('move'));
  if (!wish) return 'move.wrong';
  await moveClock(deps, wish);
  return 'moved';
}

async function moveOf({ context }: SandboxDeps, name: string): Promise<Move | null> {
  if (name === 'hour') return { hours: 1 };
  if (name === 'day') return { days: 1 };
  if (name === 'week') return { days: 7 };
  if (name !== 'late') return null;
  const due = await nearestDueOn(context.db, manilaDayOf(context.clocks.now()));
  return (
    due && {
      to: due
        .add({ days: 1 })
        .toZonedDateTime({ timeZone: manila, plainTime: '10:00' })
        .toInstant(),
    }
  );
}

async function pay({ bank }: SandboxDeps, fields: Fields): Promise<FlashKey> {
  const amount = readPesos(fields.get('pesos'));
  if ('fault' in amount && amount.fault !== 'empty') return 'pay.malformed';
  const amountCentavos = 'fault' in amount ? null : amount.amountCentavos;
  const isTakenAnyway = fields.get('taken') === 'anyway';
  const currency = fields.get('currency').toUpperCase();
  const answer = await payCode(bank, {
    code: fields.get('code').replace(/[\s-]/g, ''),
    ...(amountCentavos === null ? {} : { amountCentavos }),
    ...(isTakenAnyway && { force: true, ...(currency && { currency }) }),
  });
  if ('refused' in answer) return refusedKey('pay', answer.refused);
  return isTakenAnyway ? 'taken' : 'paid';
}

async function takeBack({ bank }: SandboxDeps, fields: Fields): Promise<FlashKey> {
  const refused = await reversePayout(bank, fields.get('reference'));
  return refused === null ? 'reversed' : refusedKey('reverse', refused);
}

/**
 * A network, a payer's bank or somebody at the gateway takes a payment back, or a webhook only
 * claims it.
 */
async function takeBackPayment({ bank }: SandboxDeps, fields: Fields): Promise<FlashKey> {
  const cause = reversalCauses.find((one) => one === fields.get('cause'));
  const amount = readPesos(fields.get('pesos'));
  if (!cause || ('fault' in amount && amount.fault !== 'empty')) return 'pay.malformed';
  const isClaim = fields.get('as') === 'claim';
  const refused = await takePaymentBack(bank, {
    paymentId: fields.get('paymentId'),
    cause,
    ...(!('fault' in amount) && { amountCentavos: amount.amountCentavos }),
    ...(isClaim && { isClaim }),
  });
  if (refused !== null) return refusedKey('takeBack', refused);
  return isClaim ? 'claimed' : 'takenBack';
}

/** Comes to the counter with code and ID. */
async function collect({ bank }: SandboxDeps, fields: Fields): Promise<FlashKey> {
  const refused = await collectPayout(bank, fields.get('reference'));
  return refused === null ? 'collected' : refusedKey('collect', refused);
}

/**
 * Holds all payouts before they leave, or lets them go: the switch that operators have too
 * (`payoutsOn`).
 */
async function hold({ context, clocks }: SandboxDeps, fields: Fields): Promise<FlashKey> {
  const isHeld = fields.get('payouts') === 'hold';
  await inTx(context.db, (tx) =>
    storeSetting(tx, 'payoutsOn', !isHeld, 'sandbox page', clocks.wall()),
  );
  context.settings.forget();
  context.wake();
  return isHeld ? 'held' : 'letGo';
}

/**
 * Plays InstaPay and PESONet as in life, with their limits and hours, or lets every amount go by
 * every way within minutes.
 */
async function playRails(
  { context, clocks, bank }: SandboxDeps,
  fields: Fields,
): Promise<FlashKey> {
  const arePlayed = fields.get('rails') === 'life';
  await sendHolidays(bank, context.holidays);
  await inTx(context.db, (tx) =>
    storeSetting(tx, 'sandboxRails', arePlayed, 'sandbox page', clocks.wall()),
  );
  context.settings.forget();
  return arePlayed ? 'railsPlayed' : 'railsOff';
}

/** Ends a payout that waits for its batch: now, or not at all. */
async function settle({ bank }: SandboxDeps, fields: Fields): Promise<FlashKey> {
  const isPaid = fields.get('as') !== 'failed';
  const refused = await settlePayout(bank, fields.get('reference'), isPaid);
  return refused === null ? (isPaid ? 'settled' : 'unsettled') : refusedKey('settle', refused);
}

/**
 * Decides as a reviewer would, who waits: with the usual limit or another one that one person may
 * give, or not.
 */
async function decide({ context }: SandboxDeps, fields: Fields): Promise<FlashKey> {
  const applicationId = fields.get('applicationId');
  const isRejected = fields.get('outcome') === 'rejected';
  if (!uuid.test(applicationId)) return 'review.gone';
  const result = await inTx(context.db, async (tx): Promise<FlashKey> => {
    const ctx = workCtx(context);
    const givable = await givableOf(ctx, tx, applicationId);
    if (!givable) return 'review.gone';
    const reason =
      fields.get('reason') ||
      (givable.isBelowShare && !isRejected ? '' : 'decided by hand on the sandbox page');
    if (reason === '') return 'review.reason';
    const typed = readPesos(fields.get('pesos'));
    const named =
      fields.get('outcome') !== 'limited'
        ? givable.usualCentavos
        : 'fault' in typed
          ? null
          : typed.amountCentavos;
    const mostCentavos = context.catalogue.line.twoPeopleAboveCentavos;
    if (
      !isRejected &&
      (named === null || named > mostCentavos || whyNotGiven(named, givable, context))
    )
      return 'review.limit';
    const outcome = isRejected
      ? ({ outcome: 'rejected', reasonGroup: givable.isBelowShare ? 'income' : 'other' } as const)
      : ({ outcome: 'approved', limitCentavos: named ?? givable.usualCentavos } as const);
    if (!isRejected) await noteAllSeen(tx, applicationId, { who: 'sandbox page', at: ctx.now });
    if (!(await decideManually(ctx, tx, applicationId, outcome, 'sandbox page', reason)))
      return 'review.gone';
    return isRejected ? 'rejected' : 'approved';
  });
  if (result === 'approved' || result === 'rejected') context.wake();
  return result;
}
