import type { RepaymentChannel } from '@sandali/contract/channel.ts';
import { renewApply, renewCal } from '@sandali/contract/extension.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import { repaymentChannelList } from '@sandali/contract/repayment.ts';
import { useRef, useState } from 'react';
import { invalidate, useServerQuery } from '#/client/query.ts';
import { useWrite } from '#/client/write.ts';
import { formatTime } from '#/i18n/days.ts';
import { useText } from '#/i18n/text.ts';
import { navigate } from '#/routes/navigation.ts';
import { addressOf } from '#/routes/paths.ts';
import { dueParts } from '#/screens/DueAmount.tsx';
import { DisclosureStatement } from '#/screens/loan/DisclosureStatement.tsx';
import type { RepaymentOptions } from '#/screens/repayment/answers.ts';
import { buttonTexts, ChannelChoice } from '#/screens/repayment/ChannelChoice.tsx';
import { channelProblem, exactChannels } from '#/screens/repayment/channelRules.ts';
import { paysByLink } from '#/screens/repayment/link.ts';
import { ChooseSkeleton } from '#/screens/repayment/PaySkeletons.tsx';
import { ClosedLoan } from '#/screens/repayment/StaleNote.tsx';
import { LoadErrorPage } from '#/shell/Query.tsx';
import { ScreenForm, SubmitButton } from '#/shell/ScreenForm.tsx';
import { Amount } from '#/ui/Amount.tsx';
import { Checkbox } from '#/ui/Checkbox.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Page } from '#/ui/Layout.tsx';
import { Outcome } from '#/ui/Outcome.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import type { Offer, Renewal } from './answers.ts';

/** Lets the borrower choose the channel for the fee, then opens the payment code. */
export function PayFee({ renewal: { bill }, offer }: { renewal: Renewal; offer: Offer }) {
  const { loanId } = bill;
  const ways = useServerQuery(repaymentChannelList, { loanId });
  const apply = useWrite(renewApply, {
    key: loanId,
    onDone: ({ repaymentId }) => navigate(addressOf('repayment', { loanId, repaymentId })),
    // The offer may have changed; reload it.
    onFailed: () => void invalidate(renewCal),
  });
  const { data, failure } = ways;
  if (failure?.name === 'repaymentClosed' || apply.failure?.name === 'repaymentClosed')
    return <ClosedLoan />;
  if (data) {
    const send = (channel: RepaymentChannel) =>
      void apply.send({
        loanId,
        channel,
        totalCentavos: offer.totalCentavos,
        dueOn: offer.dueAfter.on,
        textHash: offer.textHash,
        textRead: true,
      });
    // A changed statement resets the view, because the borrower must read it again.
    return (
      <PayFeeView
        key={offer.textHash}
        ways={data}
        offer={offer}
        isBusy={apply.isBusy}
        onSend={send}
      />
    );
  }
  return failure ? <LoadErrorPage read={ways} /> : <ChooseSkeleton />;
}

type PayFeeProps = {
  ways: RepaymentOptions;
  offer: Offer;
  isBusy: boolean;
  onSend(channel: RepaymentChannel): void;
  startChannel?: RepaymentChannel;
  /** Whether to start with the statement read and ticked (for stories). */
  isReady?: boolean;
};

/**
 * The extension's statement, the channels for its fee, and the fee with the new due date above the
 * button.
 */
export function PayFeeView({
  ways,
  offer,
  isBusy,
  onSend,
  startChannel,
  isReady = false,
}: PayFeeProps) {
  const text = useText();
  const [picked, setPicked] = useState<RepaymentChannel | ''>(startChannel ?? '');
  const [isRead, setRead] = useState(isReady);
  const [isAsked, setAsked] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const { totalCentavos } = offer;
  const showTick = () => {
    setAsked(true);
    if (!isRead) box.current?.querySelector('input')?.focus();
  };
  const channels = exactChannels(ways.channels);
  const way = channels.find(
    (channel) =>
      channel.channel === picked && channelProblem(channel, totalCentavos, null) === null,
  );
  return (
    <ScreenForm onSubmit={() => way && isRead && onSend(way.channel)}>
      <Page gap={3}>
        <DisclosureStatement papers={offer.text} />
        <div ref={box}>
          <Checkbox
            name="read"
            isChecked={isRead}
            onChange={setRead}
            error={isAsked && !isRead && text('extension.why.tick')}
          >
            {text('extension.haveRead')}
          </Checkbox>
        </div>
        <div>
          <Heading level={2}>{text('extension.where')}</Heading>
          <Text size="s">
            {text('extension.where.words', {
              amount: formatPesos(totalCentavos),
              time: formatTime(offer.endsAt),
            })}
          </Text>
        </div>
        <ChannelChoice
          channels={channels}
          amountCentavos={totalCentavos}
          leastPartCentavos={null}
          value={way?.channel ?? ''}
          onChange={setPicked}
        />
      </Page>
      <Footer>
        <Dock
          consequence={
            <Outcome
              startLabel={
                way
                  ? text(`repayment.choose.pay.${way.tab}`, {
                      channel: text(`repayment.channel.${way.channel}`),
                    })
                  : text('extension.payToday')
              }
              start={<Amount centavos={totalCentavos} />}
              endLabel={text('extension.newDue')}
              end={dueParts(offer.dueAfter).day}
            />
          }
        >
          <SubmitButton
            isBusy={isBusy}
            disabledReason={
              !isRead ? text('extension.why.tick') : !way && text('repayment.choose.pick')
            }
            onBlocked={showTick}
          >
            {text(buttonTexts[way && paysByLink(way.channel) ? 'link' : 'code'][isBusy ? 1 : 0])}
          </SubmitButton>
        </Dock>
      </Footer>
    </ScreenForm>
  );
}
