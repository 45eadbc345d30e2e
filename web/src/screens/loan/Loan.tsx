import { usableCoupons, voucherList } from '@sandali/contract/coupon.ts';
import { paychannelList, productList } from '@sandali/contract/loan.ts';
import { useEffect, useState } from 'react';
import { useConfig } from '#/client/config.ts';
import { useServerQuery } from '#/client/query.ts';
import { userGid } from '#/client/session.ts';
import { navigate, useSearch } from '#/routes/navigation.ts';
import { addressOf } from '#/routes/paths.ts';
import { useAnnouncement } from '#/shell/announcement.tsx';
import { type Channel, type Product, resolveAmount, resolvePayout, resolveTerm, sortedTerms } from './choice.ts';
import { type Choice, choiceQuery, initialChoice, rememberQuery, saveChoice, saveQuote } from './draft.ts';
import { LineInUse, LoanWaiting } from './LoanStates.tsx';
import { LoanView } from './LoanView.tsx';
import { pendingSigning } from './signing.ts';
import { type QuoteRequest, useQuotes } from './useQuotes.ts';

/** Choosing a loan (spec §2, /loan): amount, term and payout within what the server offers, with the cost before anything is agreed. */
export default function Loan() {
  const product = useServerQuery(productList, {});
  useUnfinishedSigning();
  if (!product.data) return <LoanWaiting read={product} />;
  return <Offered product={product.data} />;
}

function Offered({ product }: { product: Product }) {
  const search = useSearch();
  const [choice, setChoice] = useState<Choice>(() => initialChoice(search));
  const amount = resolveAmount(choice.amountCentavos, product);
  const stillAmount = useDebounced(amount ?? product.minimumCentavos);
  const channelQuery = useServerQuery(paychannelList, { amountCentavos: stillAmount }, { isOff: amount === null });
  const channels = useLastValue(channelQuery.data?.channels);
  const gid = userGid();
  const coupons = useServerQuery(voucherList, { userGid: (gid ?? '') as never }, { isOff: gid === null }).data;
  const announcement = useAnnouncement('loanDialog', useConfig()?.loanApplyAnnouncement ?? '');
  const payout = channels ? resolvePayout(choice, channels) : null;
  const wanted = amount !== null &&
    payout && {
      amountCentavos: amount,
      channel: payout.channel.channel,
      accountId: payout.account?.accountId ?? null,
      voucherId: wantedCoupon(choice),
    };
  const quotes = useQuotes(wanted ? { ...wanted, termsDays: sortedTerms(product).map((term) => term.days) } : null);

  if (amount === null) return <LineInUse />;
  if (!channels) return <LoanWaiting read={channelQuery} />;
  const termDays = resolveTerm(choice.termDays, product);
  const settled: Choice = {
    amountCentavos: amount,
    termDays,
    ...(payout && { channel: payout.channel.channel }),
    ...(payout?.account && { accountId: payout.account.accountId }),
    ...(choice.voucherId && { voucherId: choice.voucherId }),
  };
  const change = (part: Choice) => setChoice({ ...saveChoice(part) });
  const quote = quotes.quote(termDays);
  return (
    <LoanView
      product={product}
      channels={channels}
      amountCentavos={amount}
      termDays={termDays}
      payout={payout}
      quoteOf={quotes.quote}
      failure={quotes.failure(termDays)?.message ?? null}
      announcement={announcement}
      vouchers={coupons ? usableCoupons(coupons.discountInfoList, coupons.today) : []}
      pickedCoupon={choice.voucherId ?? null}
      onCoupon={(voucherId) => change({ voucherId })}
      onAmount={(amountCentavos) => change({ amountCentavos })}
      onTerm={(days) => change({ termDays: days })}
      onPayout={(to) => change({ channel: to.channel.channel, ...(to.account && { accountId: to.account.accountId }) })}
      onAdd={(kind) => void addAccount(kind, settled)}
      onPriceAgain={quotes.again}
      onGet={() => {
        if (!quote) return;
        saveQuote(quote);
        void navigate(addressOf('loanConfirm', { quoteId: quote.quoteId, ...choiceQuery(settled) }));
      }}
    />
  );
}

const wantedCoupon = ({ voucherId }: Choice): QuoteRequest['voucherId'] => (voucherId === 'none' ? null : (voucherId ?? 'best'));

/** Leaves to add an account. The choice is written into this page's address first, so that coming back finds it even after a reload. */
async function addAccount(kind: 'bank' | 'wallet', settled: Choice) {
  const query = choiceQuery(settled);
  rememberQuery(query);
  await navigate(addressOf('loan', query), { replace: true });
  await navigate(addressOf(kind === 'bank' ? 'addBank' : 'addWallet', { for: 'loan' }));
}

/** A signature whose answer never came is finished before another loan is begun. */
function useUnfinishedSigning() {
  useEffect(() => {
    const signing = pendingSigning();
    if (signing) void navigate(addressOf('loanConfirm', { quoteId: signing.quoteId }), { replace: true });
  }, []);
}

/** The last value that was there: the ways to be paid stay on the screen while those of another amount are on their way. */
function useLastValue(value: readonly Channel[] | undefined) {
  const [last, setLast] = useState(value);
  if (value && value !== last) setLast(value);
  return value ?? last;
}

/** The value as it was when it last stood still for `ms`, so that a moving slider asks the server once. */
function useDebounced<T>(value: T, ms = 300): T {
  const [still, setStill] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setStill(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return still;
}
