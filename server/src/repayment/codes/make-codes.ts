// Requests codes from their gateways. A worker leases each code and sends the request with the same
// reference until the gateway responds.
import type { RepaymentChannel } from '@sandali/contract/channel.ts';
import { centavos } from '@sandali/contract/money.ts';
import { knownNameOf } from '#/account/account.ts';
import type { Bank } from '#/adapters/bank/port.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { eachItem } from '#/context/failing-items.ts';
import { isBankOn } from '#/context/switches.ts';
import { bankNamed, banksOf } from '#/gateway/routing.ts';
import { mayShowLink } from '#/repayment/rules.ts';
import { type ClaimedCode, changeCode, claimCodes, refuseForeignCodes } from '#/repayment/store.ts';

const leaseMs = 30_000;
const batch = 10;
const retryMs = 3000;
/** The delay before the first query. Nobody can open the link and approve the payment faster. */
const firstPollMs = 10_000;

/**
 * Requests the codes that are due.
 * @returns the number of codes requested
 */
export async function makeCodes(ctx: WorkCtx): Promise<number> {
  const [settings, banks] = [await ctx.app.settings.all(), banksOf(ctx.app)];
  const refused = await refuseForeignCodes(ctx.app.db, {
    known: banks.map(({ name }) => name),
    at: ctx.now,
  });
  if (refused > 0)
    ctx.app.log.warn('codes were requested from a gateway that this server does not know', {
      count: refused,
    });
  const gateways = banks.filter((bank) => isBankOn(settings, bank)).map(({ name }) => name);
  const claimed = await claimCodes(ctx.app.db, { gateways, wall: ctx.wall, leaseMs, limit: batch });
  await eachItem(ctx, {
    kind: 'code',
    items: claimed,
    idOf: ({ id }) => id,
    failure: 'a code could not be requested',
    fieldsOf: ({ attempts }) => ({ attempt: attempts }),
    run: async (code) => {
      const bank = bankNamed(ctx.app, code.gateway);
      if (bank) await makeCode(ctx, bank, code);
    },
    areSideBySide: true,
  });
  return claimed.length;
}

async function makeCode(ctx: WorkCtx, bank: Bank, code: ClaimedCode): Promise<void> {
  const { db, sealer, config, log } = ctx.app;
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
    if (
      link !== null &&
      !mayShowLink(link, { linkHosts: bank.linkHosts, isSandbox: config.isSandbox })
    ) {
      log.warn('a payment link points to a foreign host', {
        gateway: bank.name,
        host: hostOf(link),
      });
      return await changeCode(db, code.id, code.attempts, { refused_at: ctx.now });
    }
    const check = link !== null && {
      link,
      link_next_check_at: ctx.wall.add({ milliseconds: firstPollMs }),
    };
    const issued = {
      code: text,
      gateway_id: gatewayId,
      payload,
      issued_at: ctx.now,
      ends_at: earlierExpiry(code.ends_at, endsAt),
    };
    return await changeCode(db, code.id, code.attempts, { ...issued, ...check });
  }
  if (answer.outcome === 'refused')
    return await changeCode(db, code.id, code.attempts, { refused_at: ctx.now });
  await changeCode(db, code.id, code.attempts, {
    next_attempt_at: ctx.wall.add({ milliseconds: retryMs }),
  });
}

/** Returns the earlier of our expiry and the gateway's; null for a permanent code. */
function earlierExpiry(
  ours: Temporal.Instant | null,
  theirs: Temporal.Instant | undefined,
): Temporal.Instant | null {
  return ours && theirs && Temporal.Instant.compare(theirs, ours) < 0 ? theirs : ours;
}

function hostOf(link: string): string {
  return URL.canParse(link) ? new URL(link).hostname : 'none';
}
