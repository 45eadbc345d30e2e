// Handles the sandbox page's forms. Each action redirects to the page with the key of a message.
import { readPesos } from '@sandali/contract/money.ts';
import { Hono } from 'hono';
import { reversalCauses } from '#/adapters/bank/port.ts';
import { workCtx } from '#/context/ctx.ts';
import { storeSetting } from '#/context/settings.ts';
import {
  decideManually,
  grantableLimitsById,
  noteAllSeen,
  whyNotGranted,
} from '#/credit/credit.ts';
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
  reverse: { act: reverse, section: '#bank' },
  'take-back': { act: reversePayment, section: '#kiosk' },
  collect: { act: collect, section: '#bank' },
  hold: { act: hold, section: '#bank' },
  rails: { act: simulateRails, section: '#bank' },
  settle: { act: settle, section: '#bank' },
  review: { act: decide, section: '#reviews' },
};

/** Returns the routes `POST /<action>`, to be mounted below the page. */
export function sandboxActions(deps: SandboxDeps): Hono {
  const app = new Hono();
  for (const [name, { act, section }] of Object.entries(actions)) {
    app.post(`/${name}`, async (c) => {
      const body = await c.req.parseBody();
      const fields = {
        get: (field: string) => (typeof body[field] === 'string' ? body[field].trim() : ''),
      };
      const flash = await act(deps, fields).catch((error: unknown): FlashKey => {
        deps.context.log.error('an action of the sandbox page failed', error);
        return 'bank.away';
      });
      return c.redirect(`/sandbox?done=${flash}${section}`, 303);
    });
  }
  return app;
}

async function move(deps: SandboxDeps, fields: Fields): Promise<FlashKey> {
  const requested = await moveOf(deps, fields.get('move'));
  if (!requested) return 'move.wrong';
  await moveClock(deps, requested);
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
  const isForced = fields.get('taken') === 'anyway';
  const currency = fields.get('currency').toUpperCase();
  const answer = await payCode(bank, {
    code: fields.get('code').replace(/[\s-]/g, ''),
    ...(amountCentavos === null ? {} : { amountCentavos }),
    ...(isForced && { force: true, ...(currency && { currency }) }),
  });
  if ('refused' in answer) return refusedKey('pay', answer.refused);
  return isForced ? 'taken' : 'paid';
}

async function reverse({ bank }: SandboxDeps, fields: Fields): Promise<FlashKey> {
  const refused = await reversePayout(bank, fields.get('reference'));
  return refused === null ? 'reversed' : refusedKey('reverse', refused);
}

/** Reverses a payment, or sends a webhook that claims a reversal. */
async function reversePayment({ bank }: SandboxDeps, fields: Fields): Promise<FlashKey> {
  const cause = reversalCauses.find((known) => known === fields.get('cause'));
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

async function collect({ bank }: SandboxDeps, fields: Fields): Promise<FlashKey> {
  const refused = await collectPayout(bank, fields.get('reference'));
  return refused === null ? 'collected' : refusedKey('collect', refused);
}

/** Holds or releases all payouts, by changing the setting `payoutsOn` as staff would. */
async function hold({ context, clocks }: SandboxDeps, fields: Fields): Promise<FlashKey> {
  const isHeld = fields.get('payouts') === 'hold';
  await inTx(context.db, (tx) =>
    storeSetting(tx, 'payoutsOn', !isHeld, 'sandbox page', clocks.wall()),
  );
  context.settings.forget();
  context.wake();
  return isHeld ? 'held' : 'released';
}

/**
 * Makes the bank simulate InstaPay and PESONet with their limits and hours, or pay every amount
 * within minutes.
 */
async function simulateRails(
  { context, clocks, bank }: SandboxDeps,
  fields: Fields,
): Promise<FlashKey> {
  const areSimulated = fields.get('rails') === 'life';
  await sendHolidays(bank, context.holidays);
  await inTx(context.db, (tx) =>
    storeSetting(tx, 'sandboxRails', areSimulated, 'sandbox page', clocks.wall()),
  );
  context.settings.forget();
  return areSimulated ? 'railsSimulated' : 'railsOff';
}

/** Makes a payout that is waiting for its batch succeed or fail now. */
async function settle({ bank }: SandboxDeps, fields: Fields): Promise<FlashKey> {
  const isPaid = fields.get('as') !== 'failed';
  const refused = await settlePayout(bank, fields.get('reference'), isPaid);
  return refused === null ? (isPaid ? 'settled' : 'unsettled') : refusedKey('settle', refused);
}

/** Approves or rejects an application. The limit must be one that a single reviewer may grant. */
async function decide({ context }: SandboxDeps, fields: Fields): Promise<FlashKey> {
  const applicationId = fields.get('applicationId');
  const isRejected = fields.get('outcome') === 'rejected';
  if (!uuid.test(applicationId)) return 'review.gone';
  const result = await inTx(context.db, async (tx): Promise<FlashKey> => {
    const ctx = workCtx(context);
    const grantable = await grantableLimitsById(ctx, tx, applicationId);
    if (!grantable) return 'review.gone';
    const reason =
      fields.get('reason') ||
      (grantable.isBelowShare && !isRejected ? '' : 'decided by hand on the sandbox page');
    if (reason === '') return 'review.reason';
    const typed = readPesos(fields.get('pesos'));
    const limitCentavos =
      fields.get('outcome') !== 'limited'
        ? grantable.usualCentavos
        : 'fault' in typed
          ? null
          : typed.amountCentavos;
    const mostCentavos = context.catalogue.line.twoPeopleAboveCentavos;
    if (
      !isRejected &&
      (limitCentavos === null ||
        limitCentavos > mostCentavos ||
        whyNotGranted(limitCentavos, grantable, context))
    )
      return 'review.limit';
    const outcome = isRejected
      ? ({ outcome: 'rejected', reasonGroup: grantable.isBelowShare ? 'income' : 'other' } as const)
      : ({ outcome: 'approved', limitCentavos: limitCentavos ?? grantable.usualCentavos } as const);
    if (!isRejected) await noteAllSeen(tx, applicationId, { who: 'sandbox page', at: ctx.now });
    if (!(await decideManually(ctx, tx, applicationId, outcome, 'sandbox page', reason)))
      return 'review.gone';
    return isRejected ? 'rejected' : 'approved';
  });
  if (result === 'approved' || result === 'rejected') context.wake();
  return result;
}
