import type { RepaymentChannel } from '@sandali/contract/channel.ts';
import { type Centavos, formatPesos, sumCentavos } from '@sandali/contract/money.ts';
import { useState } from 'react';
import { focusField } from '#/client/write.ts';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, type Text, useText } from '#/i18n/text.ts';
import { type Announcement, AnnouncementNote } from '#/shell/announcement.tsx';
import { ScreenForm, SubmitButton } from '#/shell/ScreenForm.tsx';
import { Amount } from '#/ui/Amount.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Page } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { Outcome } from '#/ui/Outcome.tsx';
import { AmountChoice } from './AmountChoice.tsx';
import type { RepaymentOptions } from './answers.ts';
import { buttonTexts, ChannelChoice } from './ChannelChoice.tsx';
import {
  type ChannelOffer,
  channelProblem,
  exactChannels,
  isReusable,
  partsPlan,
  partsText,
} from './channelRules.ts';
import { paysByLink } from './link.ts';
import { type AmountKind, useAmount } from './useAmount.ts';

type ChooseProps = {
  ways: RepaymentOptions;
  how: AmountKind;
  onHow(how: AmountKind): void;
  isBusy: boolean;
  /** The server's refusal of the amount. */
  refusal: string | undefined;
  /** Called when the form changes, because the refusal then no longer applies. */
  onEdit(): void;
  onSend(channel: RepaymentChannel, amountCentavos: Centavos): void;
  announcement: Announcement;
  startChannel?: RepaymentChannel;
};

/** The form of /repayment: the amount and the channel, with the consequence above the button. */
export function ChooseView({
  ways,
  how,
  onHow,
  isBusy,
  refusal,
  onEdit,
  onSend,
  announcement,
  startChannel,
}: ChooseProps) {
  const text = useText();
  const part = useAmount(ways, how);
  const [picked, setPicked] = useState<RepaymentChannel | ''>(startChannel ?? '');
  const { amount, problem } = part;
  const channels = how === 'return' ? exactChannels(ways.channels) : ways.channels;
  const way = channels.find(
    (offer) =>
      offer.channel === picked && channelProblem(offer, amount, ways.minimumCentavos) === null,
  );
  const plan = way && amount !== null ? (partsPlan(way, amount, ways.minimumCentavos) ?? []) : [];
  const send = () => {
    if (!part.check()) focusField('amount');
    else if (way && amount !== null) onSend(way.channel, amount);
  };
  return (
    <ScreenForm onSubmit={send}>
      <Page gap={3}>
        <AnnouncementNote announcement={announcement} />
        <AmountChoice
          ways={ways}
          how={how}
          onHow={onHow}
          typed={part.typed}
          onTyped={(next) => {
            onEdit();
            part.type(next);
          }}
          onLeave={part.leave}
          problem={problem}
          refusal={refusal}
        />
        <ChannelChoice
          channels={channels}
          amountCentavos={amount}
          leastPartCentavos={ways.minimumCentavos}
          value={way?.channel ?? ''}
          onChange={(channel) => {
            onEdit();
            setPicked(channel);
          }}
          note={
            way && plan.length > 1 && <PartsPlan ways={ways} how={how} way={way} parts={plan} />
          }
        />
      </Page>
      <Footer>
        <Dock
          consequence={
            way &&
            amount !== null && (
              <Consequence way={way} amountCentavos={amount} ways={ways} how={how} parts={plan} />
            )
          }
        >
          <SubmitButton
            isBusy={isBusy}
            disabledReason={
              how === 'part' && amount === null && !problem
                ? text('repayment.choose.partEmpty')
                : !way && text('repayment.choose.pick')
            }
            onBlocked={() => amount === null && send()}
          >
            {text(buttonTexts[way && paysByLink(way.channel) ? 'link' : 'code'][isBusy ? 1 : 0])}
          </SubmitButton>
        </Dock>
      </Footer>
    </ScreenForm>
  );
}

type ConsequenceProps = PlanProps & { amountCentavos: Centavos };

/** The text above the button: the first part, or the amount and the channel's fee. */
function Consequence({ way, amountCentavos, ways, how, parts }: ConsequenceProps) {
  const text = useText();
  if (parts.length > 1) return <FirstPart ways={ways} how={how} parts={parts} />;
  return (
    <Outcome
      startLabel={
        way.channel === 'cliqqLifelong'
          ? text('repayment.choose.pay.lifelong')
          : text(`repayment.choose.pay.${way.tab}`, {
              channel: text(`repayment.channel.${way.channel}`),
            })
      }
      start={<Amount centavos={amountCentavos} />}
      endLabel={text('repayment.choose.fee')}
      end={<Amount centavos={way.feeCentavos} />}
    />
  );
}

type PlanProps = {
  ways: RepaymentOptions;
  how: AmountKind;
  way: ChannelOffer;
  parts: readonly Centavos[];
};

/**
 * Explains payment in parts before the borrower pays the first part: the amounts, how to get the
 * next code, and the days between payments.
 */
function PartsPlan({ ways, how, way, parts }: PlanProps) {
  const text = useText();
  const sums = partsText(parts, (amount) => formatPesos(amount, { drop00: true }));
  const channel = text(`repayment.channel.${way.channel}`);
  const maximum = formatPesos(way.maximumCentavos, { drop00: true });
  const later = laterWords(text, ways, how);
  return (
    <Note role="status" title={text('repayment.parts.title', { count: parts.length, sums })}>
      {text(isReusable(way.channel) ? 'repayment.parts.again' : 'repayment.parts.next', {
        channel,
        maximum,
      })}
      {later && (
        <>
          <br />
          {later}
        </>
      )}
    </Note>
  );
}

/**
 * Returns the text about how the amount changes on later days: an amount owed grows, a return is
 * possible until its last day, and a chosen amount stays the same.
 */
function laterWords(text: Text, ways: RepaymentOptions, how: AmountKind): string | null {
  const day = (on: RepaymentOptions['full']['on']) =>
    formatDay(on, currentLocale(), { weekday: true });
  if (how === 'return')
    return ways.coolingOff && text('repayment.parts.return', { day: day(ways.coolingOff.endsOn) });
  if (how !== 'full') return null;
  const isEarly = ways.savedIfPaidTodayCentavos > 0;
  return text(isEarly ? 'repayment.parts.early' : 'repayment.parts.late', {
    day: day(ways.full.on),
  });
}

/**
 * The text above the button for payment in parts: what is paid now, and what remains on which date.
 */
function FirstPart({ ways, how, parts }: Omit<PlanProps, 'way'>) {
  const text = useText();
  const [first, ...more] = parts;
  const leftOn = how === 'return' ? (ways.coolingOff?.endsOn ?? ways.full.on) : ways.full.on;
  if (first === undefined) return null;
  return (
    <Outcome
      startLabel={text('repayment.parts.first', { count: parts.length })}
      start={<Amount centavos={first} />}
      endLabel={text(how === 'return' ? 'repayment.parts.leftBy' : 'repayment.parts.left', {
        day: formatDay(leftOn, currentLocale()),
      })}
      end={<Amount centavos={sumCentavos(more)} />}
    />
  );
}
