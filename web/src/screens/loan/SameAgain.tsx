import type { DataOf } from '@sandali/contract/call.ts';
import { loanAgain, productCal } from '@sandali/contract/loan.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import { useState } from 'react';
import { callServer } from '#/client/callServer.ts';
import { useServerQuery } from '#/client/query.ts';
import { toast } from '#/client/toast.ts';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { navigate } from '#/routes/navigation.ts';
import { addressOf } from '#/routes/paths.ts';
import { ReceiverMark } from '#/screens/ReceiverMark.tsx';
import { List, Row } from '#/ui/List.tsx';
import { SkeletonRows } from '#/ui/Skeleton.tsx';
import { accountName, channelLabels } from './channelTexts.ts';
import { choiceQuery, saveQuote } from './draft.ts';

type Again = NonNullable<DataOf<typeof loanAgain>>;

/**
 * Offers to repeat the last loan at a new price. Renders null if no repeat is possible today, or
 * until that is known.
 */
export function SameAgain() {
  const text = useText();
  const { data, isLoading } = useServerQuery(loanAgain, {});
  const { isBusy, sign } = useSigning();
  if (isLoading) return <SkeletonRows count={1} label={text('loan.again.loading')} />;
  return data && <SameAgainRow again={data} isBusy={isBusy} onSign={() => void sign(data)} />;
}

/**
 * Requests a quote for the same terms and opens the page that signs it. If the terms are no longer
 * offered, opens /loan with the reason.
 */
function useSigning() {
  const [isBusy, setBusy] = useState(false);
  const sign = async ({ amountCentavos, termDays, channel, receiver, voucherId }: Again) => {
    if (isBusy) return;
    setBusy(true);
    const accountId = receiver?.accountId ?? null;
    const result = await callServer(productCal, {
      amountCentavos,
      termDays,
      channel,
      accountId,
      voucherId,
    });
    const choice = choiceQuery({
      amountCentavos,
      termDays,
      channel,
      ...(accountId && { accountId }),
      voucherId: voucherId ?? 'none',
    });
    if (result.ok) {
      saveQuote(result.data);
      await navigate(addressOf('loanConfirm', { quoteId: result.data.quoteId, ...choice }));
    } else {
      toast(result.message, { tone: 'bad' });
      if (result.isDefinite) await navigate(addressOf('loan', choice));
    }
    setBusy(false);
  };
  return { isBusy, sign };
}

export function SameAgainRow({
  again,
  isBusy = false,
  onSign,
}: {
  again: Again;
  isBusy?: boolean;
  onSign(): void;
}) {
  const text = useText();
  const { amountCentavos, termDays, channel, receiver, couponCentavos } = again;
  const terms = {
    to: receiver ? accountName(receiver) : text(channelLabels[channel].name),
    days: text('loan.days', { days: termDays }),
    repay: formatPesos(again.repayCentavos),
    day: formatDay(again.dueOnIfToday, currentLocale(), { weekday: true }),
  };
  const saved =
    couponCentavos > 0 &&
    text('loan.again.coupon', { saved: formatPesos(couponCentavos, { drop00: true }) });
  return (
    <List>
      <Row
        {...(receiver
          ? { mark: <ReceiverMark mark={receiver.mark} /> }
          : { icon: channelLabels[channel].icon })}
        title={text('loan.again', { amount: formatPesos(amountCentavos, { drop00: true }) })}
        detail={
          isBusy ? (
            text('loan.again.loading')
          ) : (
            <>
              {text('loan.again.terms', terms)}
              {saved && (
                <>
                  <br />
                  {saved}
                </>
              )}
            </>
          )
        }
        onClick={onSign}
      />
    </List>
  );
}

/** The offer as an element, which the home screen stores in its state once this file is loaded. */
export const againAtHome = <SameAgain />;
