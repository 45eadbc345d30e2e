import { usableVouchers, voucherList } from '@sandali/contract/coupon.ts';
import { paychannelList, productList } from '@sandali/contract/loan.ts';
import { useEffect, useState } from 'react';
import { useAnnouncement } from '#/client/announcement.ts';
import { useConfig } from '#/client/config.ts';
import { useAsk } from '#/client/query.ts';
import { userGid } from '#/client/session.ts';
import { go, useSearch } from '#/routes/location.ts';
import { addressOf } from '#/routes/paths.ts';
import { type Channel, type Product, settleAmount, settlePayout, settleTerm, termsOf } from './choice.ts';
import { beginChoice, type Choice, choiceQuery, choiceStandsIn, keepChoice, keepQuote } from './draft.ts';
import { LineInUse, LoanWaiting } from './LoanStates.tsx';
import { LoanView } from './LoanView.tsx';
import { openSigning } from './signing.ts';
import { useQuotes, type Wanted } from './useQuotes.ts';
import { useStill } from './useStill.ts';

/** Choosing a loan (spec §2, /loan): amount, term and payout within what the server offers, with the cost before anything is agreed. */
export default function Loan() {
  const product = useAsk(productList, {});
  useUnfinishedSigning();
  if (!product.data) return <LoanWaiting read={product} />;
  return <Offered product={product.data} />;
}

function Offered({ product }: { product: Product }) {
  const search = useSearch();
  const [choice, setChoice] = useState<Choice>(() => beginChoice(search));
  const amount = settleAmount(choice.amountCentavos, product);
  const stillAmount = useStill(amount ?? product.minimumCentavos);
  const asked = useAsk(paychannelList, { amountCentavos: stillAmount }, { isOff: amount === null });
  const channels = useLast(asked.data?.channels);
  const gid = userGid();
  const coupons = useAsk(voucherList, { userGid: (gid ?? '') as never }, { isOff: gid === null }).data;
  const announcement = useAnnouncement('loanDialog', useConfig()?.loanApplyAnnouncement ?? '');
  const payout = channels ? settlePayout(choice, channels) : null;
  const wanted = amount !== null &&
    payout && {
      amountCentavos: amount,
      channel: payout.channel.channel,
      accountId: payout.account?.accountId ?? null,
      voucherId: wantedVoucher(choice),
    };
  const quotes = useQuotes(wanted ? { ...wanted, termsDays: termsOf(product).map((term) => term.days) } : null);

  if (amount === null) return <LineInUse />;
  if (!channels) return <LoanWaiting read={asked} />;
  const termDays = settleTerm(choice.termDays, product);
  const settled: Choice = {
    amountCentavos: amount,
    termDays,
    ...(payout && { channel: payout.channel.channel }),
    ...(payout?.account && { accountId: payout.account.accountId }),
    ...(choice.voucherId && { voucherId: choice.voucherId }),
  };
  const change = (part: Choice) => setChoice({ ...keepChoice(part) });
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
      vouchers={coupons ? usableVouchers(coupons.discountInfoList, coupons.today) : []}
      pickedVoucher={choice.voucherId ?? null}
      onVoucher={(voucherId) => change({ voucherId })}
      onAmount={(amountCentavos) => change({ amountCentavos })}
      onTerm={(days) => change({ termDays: days })}
      onPayout={(to) => change({ channel: to.channel.channel, ...(to.account && { accountId: to.account.accountId }) })}
      onAdd={(kind) => void addAccount(kind, settled)}
      onPriceAgain={quotes.again}
      onGet={() => {
        if (!quote) return;
        keepQuote(quote);
        void go(addressOf('loanConfirm', { quoteId: quote.quoteId, ...choiceQuery(settled) }));
      }}
    />
  );
}

const wantedVoucher = ({ voucherId }: Choice): Wanted['voucherId'] => (voucherId === 'none' ? null : (voucherId ?? 'best'));

/** Leaves to add an account. The choice is written into this page's address first, so that coming back finds it even after a reload. */
async function addAccount(kind: 'bank' | 'wallet', settled: Choice) {
  const query = choiceQuery(settled);
  choiceStandsIn(query);
  await go(addressOf('loan', query), { replace: true });
  await go(addressOf(kind === 'bank' ? 'addBank' : 'addWallet', { for: 'loan' }));
}

/** A signature whose answer never came is finished before another loan is begun. */
function useUnfinishedSigning() {
  useEffect(() => {
    const signing = openSigning();
    if (signing) void go(addressOf('loanConfirm', { quoteId: signing.quoteId }), { replace: true });
  }, []);
}

/** The last value that was there: the ways to be paid stay on the screen while those of another amount are on their way. */
function useLast(value: readonly Channel[] | undefined) {
  const [last, setLast] = useState(value);
  if (value && value !== last) setLast(value);
  return value ?? last;
}
