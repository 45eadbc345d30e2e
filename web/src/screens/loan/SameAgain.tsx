import type { DataOf } from '@sandali/contract/call.ts';
import { loanAgain } from '@sandali/contract/loan.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import { useServerQuery } from '#/client/query.ts';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { addressOf } from '#/routes/paths.ts';
import { ReceiverMark } from '#/screens/ReceiverMark.tsx';
import { List, Row } from '#/ui/List.tsx';
import { SkeletonRows } from '#/ui/Skeleton.tsx';
import { accountName, channelLabels } from './channelTexts.ts';
import { choiceQuery } from './draft.ts';

/** The last loan once more: leads to /loan with the same choice. Nothing where it cannot be had today, or where that is not known. */
export function SameAgain() {
  const text = useText();
  const { data, isLoading } = useServerQuery(loanAgain, {});
  if (isLoading) return <SkeletonRows count={1} label={text('loan.again.loading')} />;
  return data && <SameAgainRow again={data} />;
}

export function SameAgainRow({ again }: { again: NonNullable<DataOf<typeof loanAgain>> }) {
  const text = useText();
  const { amountCentavos, termDays, channel, receiver } = again;
  const terms = {
    to: receiver ? accountName(receiver) : text(channelLabels[channel].name),
    repay: formatPesos(again.repayCentavos),
    day: formatDay(again.dueOnIfToday, currentLocale(), { weekday: true }),
  };
  return (
    <List>
      <Row
        {...(receiver ? { mark: <ReceiverMark mark={receiver.mark} /> } : { icon: channelLabels[channel].icon })}
        title={text('loan.again', { amount: formatPesos(amountCentavos, { drop00: true }) })}
        detail={text('loan.again.terms', terms)}
        href={addressOf('loan', choiceQuery({ amountCentavos, termDays, channel, ...(receiver && { accountId: receiver.accountId }) }))}
      />
    </List>
  );
}

/** The same as a node: home holds it in state once this file has been loaded. */
export const againAtHome = <SameAgain />;
