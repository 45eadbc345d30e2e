// The step that has codes made by the gateway: found from state, leased, repeated with the same reference until the gateway has spoken.
import type { RepaymentChannel } from '@sandali/contract/channel.ts';
import { centavos } from '@sandali/contract/money.ts';
import { knownNameOf } from '#/account/account.ts';
import type { WorkCtx } from '#/kit/ctx.ts';
import { isBankOn } from '#/kit/switches.ts';
import { mayShowLink } from './rules.ts';
import { type ClaimedCode, changeCode, claimCodes } from './store.ts';

const leaseMs = 30_000;
const batch = 10;
const retryMs = 3000;
/** Nobody has opened a link sooner, approved on its page, and come back. */
const firstLookMs = 10_000;

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
  const { db, bank, sealer, config, log } = ctx.house;
  const known = await knownNameOf(db, sealer, code.borrower_id);
  const answer = await bank.createCode({
    reference: code.id,
    channel: code.channel as RepaymentChannel,
    amountCentavos: code.amount_centavos === null ? null : centavos(code.amount_centavos),
    endsAt: code.ends_at,
    payerName: known?.name ?? '',
    returnTo: `${config.origin}/repayment?${new URLSearchParams({ loanId: code.loan_id ?? '', repaymentId: code.id })}`,
  });
  if (answer.outcome === 'given') {
    const { code: text, gatewayId, payload = null, link = null, endsAt } = answer;
    if (link !== null && !mayShowLink(link, { linkHosts: bank.linkHosts, isSandbox: config.isSandbox })) {
      log.warn('a payment link leads to no host of the gateway', { gateway: bank.name, host: hostOf(link) });
      return await changeCode(db, code.id, code.attempts, { refused_at: ctx.now });
    }
    const look = link !== null && { link, link_look_at: ctx.wall.add({ milliseconds: firstLookMs }) };
    const given = { code: text, gateway_id: gatewayId, payload, given_at: ctx.now, ends_at: earlier(code.ends_at, endsAt) };
    return await changeCode(db, code.id, code.attempts, { ...given, ...look });
  }
  if (answer.outcome === 'refused') return await changeCode(db, code.id, code.attempts, { refused_at: ctx.now });
  await changeCode(db, code.id, code.attempts, { look_at: ctx.wall.add({ milliseconds: retryMs }) });
}

/** The end that holds: the gateway's own where it is sooner than ours, which is shown to nobody as good for longer. A code for good has none. */
function earlier(ours: Temporal.Instant | null, theirs: Temporal.Instant | undefined): Temporal.Instant | null {
  return ours && theirs && Temporal.Instant.compare(theirs, ours) < 0 ? theirs : ours;
}

function hostOf(link: string): string {
  return URL.canParse(link) ? new URL(link).hostname : 'none';
}
