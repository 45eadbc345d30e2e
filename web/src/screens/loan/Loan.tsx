import type { RequestInputOf } from '@sandali/contract/call.ts';
import { paychannelList, productList } from '@sandali/contract/loan.ts';
import type { Centavos } from '@sandali/contract/money.ts';
import { resolvePayout } from '@sandali/contract/payoutChoice.ts';
import { useEffect, useMemo, useState } from 'react';
import { useConfig } from '#/client/config.ts';
import { useServerQuery } from '#/client/query.ts';
import { toast } from '#/client/toast.ts';
import { readTriedLoan } from '#/client/triedLoan.ts';
import { navigate, useSearch } from '#/routes/navigation.ts';
import { addressOf } from '#/routes/paths.ts';
import { useAnnouncement } from '#/shell/announcement.tsx';
import { type Channel, type Product, resolveAmount, resolveTerm } from './choice.ts';
import {
  type Choice,
  choiceQuery,
  initialChoice,
  type Quote,
  saveChoice,
  saveQuote,
} from './draft.ts';
import { LineInUse, LoanTaken, LoanWaiting } from './LoanStates.tsx';
import { LoanView } from './LoanView.tsx';
import { pendingSigning, takenLoan } from './signing.ts';
import { type QuoteRequest, useQuote } from './useQuote.ts';

/**
 * /loan (spec §2): lets the borrower choose an amount, a term and a payout within the server's
 * offer, and shows the cost.
 */
export default function Loan() {
  const search = useSearch();
  const [choice, setChoice] = useState<Choice>(() => initialChoice(search, readTriedLoan()));
  const product = useServerQuery(productList, {});
  const amount = product.data && resolveAmount(choice.amountCentavos, product.data);
  const ways = useWays(choice, amount ?? undefined);
  useUnfinishedSigning();
  const takenId = takenLoan(search.get('quoteId'));
  if (takenId) return <LoanTaken loanId={takenId} />;
  if (!product.data) return <LoanWaiting read={product} />;
  if (!amount) return <LineInUse />;
  if (!ways.channels) return <LoanWaiting read={ways.read} />;
  const change = (part: Choice) => setChoice(saveChoice(part));
  return (
    <Offered
      product={product.data}
      amount={amount}
      choice={choice}
      ways={ways}
      channels={ways.channels}
      onChange={change}
    />
  );
}

/**
 * Loads channels and prices in parallel with the product; if no amount is chosen, the server picks
 * one. While they load, the channels for the previous amount stay visible, but its prices do not.
 */
function useWays(choice: Choice, amount: Centavos | undefined) {
  const { channel, accountId } = choice;
  const wish = {
    ...(choice.amountCentavos !== undefined && { amountCentavos: amount ?? choice.amountCentavos }),
    ...(channel && { channel }),
    ...(accountId && { accountId }),
    voucherId: wantedCoupon(choice),
  };
  const key = JSON.stringify(wish);
  const stillKey = useDebounced(key);
  const read = useServerQuery(
    paychannelList,
    JSON.parse(stillKey) as RequestInputOf<typeof paychannelList>,
  );
  const channels = useLastValue(read.data?.channels);
  return { read, channels, prices: key === stillKey ? read.data?.prices : undefined };
}

type OfferedProps = {
  product: Product;
  amount: Centavos;
  choice: Choice;
  ways: ReturnType<typeof useWays>;
  channels: readonly Channel[];
  onChange(part: Choice): void;
};

function Offered({
  product,
  amount,
  choice,
  ways: { prices, read },
  channels,
  onChange: change,
}: OfferedProps) {
  const announcement = useAnnouncement('loanDialog', useConfig()?.loanApplyAnnouncement ?? '');
  const { channel, accountId } = choice;
  const payout = useMemo(
    () => resolvePayout({ channel, accountId }, channels),
    [channel, accountId, channels],
  );
  const termDays = resolveTerm(choice.termDays, product);
  const priceOf = (days: number) => prices?.find((option) => option.termDays === days);
  const price = priceOf(termDays)?.price ?? undefined;
  const settled: Choice = {
    amountCentavos: amount,
    termDays,
    ...(payout && { channel: payout.channel.channel }),
    ...(payout?.account && { accountId: payout.account.accountId }),
    ...(choice.voucherId && { voucherId: choice.voucherId }),
  };
  const quoteRequest = price &&
    payout && {
      amountCentavos: amount,
      termDays,
      channel: payout.channel.channel,
      accountId: payout.account?.accountId ?? null,
      voucherId: wantedCoupon(choice),
    };
  const priceAgain = () => void read.refresh();
  const quote = useQuote(quoteRequest ?? null, {
    onQuote: (newQuote) => {
      void goToStatement(newQuote, settled);
    },
    onFailed: (message) => {
      toast(message, { tone: 'bad' });
      priceAgain();
    },
  });
  return (
    <LoanView
      product={product}
      channels={channels}
      amountCentavos={amount}
      askedCentavos={choice.amountCentavos}
      termDays={termDays}
      payout={payout}
      priceOf={(days) => priceOf(days)?.price ?? undefined}
      failure={priceOf(termDays)?.whyNot ?? (read.data ? null : (read.failure?.message ?? null))}
      announcement={announcement}
      vouchers={product.coupons}
      pickedCoupon={choice.voucherId ?? null}
      isGetting={quote.isGetting}
      onCoupon={(voucherId) => change({ voucherId })}
      onAmount={(amountCentavos) => change({ amountCentavos })}
      onTerm={(days) => change({ termDays: days })}
      onPayout={(to) =>
        change({
          channel: to.channel.channel,
          ...(to.account && { accountId: to.account.accountId }),
        })
      }
      settled={settled}
      onPriceAgain={priceAgain}
      onGet={quote.get}
    />
  );
}

/**
 * Navigates to the statement. First stores the choice and its quote in this page's address, so that
 * the page detects a signed loan if the borrower goes back.
 */
async function goToStatement(quote: Quote, settled: Choice): Promise<void> {
  const query = { quoteId: quote.quoteId, ...choiceQuery(settled) };
  saveQuote(quote);
  await navigate(addressOf('loan', query), { replace: true });
  await navigate(addressOf('loanConfirm', query));
}

const wantedCoupon = ({ voucherId }: Choice): QuoteRequest['voucherId'] =>
  voucherId === 'none' ? null : (voucherId ?? 'best');

/** Finishes a signature whose response was lost, before the borrower can start another loan. */
function useUnfinishedSigning() {
  useEffect(() => {
    const signing = pendingSigning();
    if (signing)
      void navigate(addressOf('loanConfirm', { quoteId: signing.quoteId }), { replace: true });
  }, []);
}

/**
 * Returns the last defined value, so that channels stay visible while those for another amount
 * load.
 */
function useLastValue(value: readonly Channel[] | undefined) {
  const [last, setLast] = useState(value);
  if (value && value !== last) setLast(value);
  return value ?? last;
}

/**
 * Returns the value once it has not changed for `ms`, so that a moving slider sends one request.
 */
function useDebounced<T>(value: T, ms = 300): T {
  const [still, setStill] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setStill(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return still;
}
