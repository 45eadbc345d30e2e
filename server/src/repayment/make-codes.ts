// The step that has codes made by the gateway: found from state, leased, repeated with the same reference until the gateway has spoken.
import type { RepaymentChannel } from '@sandali/contract/channel.ts';
import { centavos } from '@sandali/contract/money.ts';
import { knownNameOf } from '#/account/account.ts';
import type { WorkCtx } from '#/kit/ctx.ts';
import { isBankOn } from '#/kit/switches.ts';
import { type ClaimedCode, changeCode, claimCodes } from './store.ts';

const leaseMs = 30_000;
const batch = 10;
const retryMs = 3000;

/** Has waiting codes made. @returns how many it asked for. */
export async function makeCodes(ctx: WorkCtx): Promise<number> {
  if (!isBankOn(await ctx.house.settings.all(), ctx.house.bank)) return 0;
  const claimed = await claimCodes(ctx.house.db, { wall: ctx.wall, leaseMs, limit: batch });
  await Promise.all(
    claimed.map((code) =>
      make(ctx, code).catch((error) => ctx.house.log.error('a code could not be asked for', error, { attempt: code.attempts })),
    ),
  );
  return claimed.length;
}

async function make(ctx: WorkCtx, code: ClaimedCode): Promise<void> {
  const { db, bank, sealer } = ctx.house;
  const known = await knownNameOf(db, sealer, code.borrower_id);
  const answer = await bank.createCode({
    reference: code.id,
    channel: code.channel as RepaymentChannel,
    amountCentavos: code.amount_centavos === null ? null : centavos(code.amount_centavos),
    endsAt: code.ends_at,
    payerName: known?.name ?? '',
  });
  if (answer.outcome === 'given') {
    const { code: text, gatewayId, payload = null } = answer;
    return await changeCode(db, code.id, code.attempts, { code: text, gateway_id: gatewayId, payload, given_at: ctx.now });
  }
  if (answer.outcome === 'refused') return await changeCode(db, code.id, code.attempts, { refused_at: ctx.now });
  await changeCode(db, code.id, code.attempts, { look_at: ctx.wall.add({ milliseconds: retryMs }) });
}
