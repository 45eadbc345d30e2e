import { manilaDay } from '@sandali/contract/day.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import type { Refund } from '@sandali/contract/refund.ts';
import { formatDay, formatMoment, formatTime } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { paths } from '#/routes/paths.ts';
import { WithReceiver } from '#/screens/WithReceiver.tsx';
import { ButtonLink } from '#/ui/Button.tsx';
import { Card } from '#/ui/Card.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Empty } from '#/ui/Empty.tsx';
import { type KeyValue, KeyValues } from '#/ui/KeyValues.tsx';
import { Page, Stack } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { TextLink } from '#/ui/TextLink.tsx';

type RefundResultProps = {
  refund: Refund;
  /** Whether there is a refundable amount to send. */
  canSendAgain: boolean;
  /** Why the last refetch failed while an earlier response is shown. */
  staleMessage: string | null;
};

const titles = {
  ordered: 'refund.onWay',
  paid: 'refund.paid',
  failed: 'refund.failed',
  reversed: 'refund.came',
} as const;
const pictures = { ordered: 'calm', paid: 'arrived', failed: 'cloud', reversed: 'cloud' } as const;

/** The state of a refund: in transit, arrived, or returned (with advice on what to do next). */
export function RefundResult({ refund, canSendAgain, staleMessage }: RefundResultProps) {
  const text = useText();
  const { state } = refund;
  const hasEndedBadly = state === 'failed' || state === 'reversed';
  const toOrders = <TextLink href={paths.orders}>{text('refund.orders')}</TextLink>;
  return (
    <>
      <Page>
        <div role="status">
          <Empty
            picture={pictures[state]}
            title={text(titles[state], { amount: formatPesos(refund.amountCentavos) })}
          >
            <Words refund={refund} />
          </Empty>
        </div>
        {staleMessage !== null && (
          <Note tone="plain" icon="offline" role="status">
            {staleMessage}
          </Note>
        )}
        <Particulars refund={refund} />
      </Page>
      <Footer>
        {hasEndedBadly && canSendAgain ? (
          <Dock below={toOrders}>
            <ButtonLink href={paths.refund}>{text('refund.again')}</ButtonLink>
          </Dock>
        ) : (
          <Dock>
            <ButtonLink look={state === 'ordered' ? 'soft' : 'primary'} href={paths.orders}>
              {text('refund.orders')}
            </ButtonLink>
          </Dock>
        )}
      </Footer>
    </>
  );
}

const nameOf = ({ label, last4 }: Refund) => `${label} ••${last4}`;

function Words({ refund }: { refund: Refund }) {
  const text = useText();
  const account = nameOf(refund);
  if (refund.state === 'ordered') {
    const { arrival, expectedBy } = refund;
    if (arrival?.how === 'today') return text('refund.onWayToday', { account });
    if (arrival?.how === 'later')
      return text('refund.onWayOn', {
        account,
        day: formatDay(arrival.on, currentLocale(), { weekday: true }),
      });
    return expectedBy
      ? text('refund.onWayWords', { account, time: formatTime(expectedBy) })
      : text('refund.onWayLate', { account });
  }
  return text(
    (
      {
        paid: 'refund.paidWords',
        failed: 'refund.failedWords',
        reversed: 'refund.cameWords',
      } as const
    )[refund.state],
    {
      account,
    },
  );
}

function Particulars({ refund }: { refund: Refund }) {
  const text = useText();
  const { amountCentavos, orderedAt, endedAt, state } = refund;
  const on = manilaDay(orderedAt);
  const when: KeyValue[] = [
    { label: text('refund.ordered'), value: formatMoment(orderedAt, on, currentLocale()) },
  ];
  if (endedAt) {
    when.push({
      label: text(state === 'paid' ? 'refund.arrived' : 'refund.ended'),
      value: formatMoment(endedAt, on, currentLocale()),
    });
  }
  const particulars: KeyValue[] = [
    { label: text('refund.amount'), value: formatPesos(amountCentavos), isStrong: true },
    { label: text('refund.fee'), value: formatPesos(0 as typeof amountCentavos) },
    {
      label: text('refund.to'),
      value: <WithReceiver receiver={refund}>{nameOf(refund)}</WithReceiver>,
    },
  ];
  return (
    <Card>
      <Stack gap={3}>
        <KeyValues groups={[particulars, when]} />
        {state === 'paid' && (
          <TextLink isAlone href={paths.documents}>
            {text('title.documents')}
          </TextLink>
        )}
      </Stack>
    </Card>
  );
}
