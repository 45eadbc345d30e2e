import type { RepaymentChannel } from '@sandali/contract/channel.ts';
import { type Centavos, formatPesos } from '@sandali/contract/money.ts';
import { useState } from 'react';
import { focusField } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';
import { ScreenForm, SubmitButton } from '#/shell/ScreenForm.tsx';
import { Amount } from '#/ui/Amount.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Page } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { Outcome } from '#/ui/Outcome.tsx';
import { AmountChoice } from './AmountChoice.tsx';
import type { RepaymentOptions } from './answers.ts';
import { buttonTexts, ChannelChoice } from './ChannelChoice.tsx';
import { channelProblem, exactChannels, isReusable, partsPlan } from './channelRules.ts';
import { paysByLink } from './channels.ts';
import { FirstPart, PartsPlan, type PlanProps } from './PartsPlan.tsx';
import { type AmountKind, useAmount } from './useAmount.ts';

export type ChooseProps = {
  ways: RepaymentOptions;
  how: AmountKind;
  onHow(how: AmountKind): void;
  isBusy: boolean;
  /** What the server said against the amount. */
  refusal: string | undefined;
  /** The answers changed: what the server said belongs to the past. */
  onEdit(): void;
  onSend(channel: RepaymentChannel, amountCentavos: Centavos): void;
  news: string | null;
  onNewsClose(): void;
  startChannel?: RepaymentChannel;
};

/** The form of /repayment: the amount, the channel, and over the button what both come to. */
export function ChooseView({ ways, how, onHow, isBusy, refusal, onEdit, onSend, news, onNewsClose, startChannel }: ChooseProps) {
  const text = useText();
  const part = useAmount(ways, how);
  const [picked, setPicked] = useState<RepaymentChannel | ''>(startChannel ?? '');
  const { amount, problem } = part;
  const channels = how === 'return' ? exactChannels(ways.channels) : ways.channels;
  const way = channels.find((one) => one.channel === picked && channelProblem(one, amount, ways.minimumCentavos) === null);
  const plan = way && amount !== null ? (partsPlan(way, amount, ways.minimumCentavos) ?? []) : [];
  const send = () => {
    if (!part.check()) focusField('amount');
    else if (way && amount !== null) onSend(way.channel, amount);
  };
  return (
    <ScreenForm onSubmit={send}>
      <Page gap={3}>
        {news && (
          <Note tone="news" role="status" onClose={onNewsClose} closeLabel={text('shell.close')}>
            {news}
          </Note>
        )}
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
          note={way && plan.length > 1 && <PartsPlan ways={ways} how={how} way={way} parts={plan} />}
        />
      </Page>
      <Footer>
        <Dock consequence={way && amount !== null && <Consequence way={way} amountCentavos={amount} ways={ways} how={how} parts={plan} />}>
          <SubmitButton
            isBusy={isBusy}
            disabledReason={
              how === 'part' && amount === null && !problem ? text('repayment.choose.partEmpty') : !way && text('repayment.choose.pick')
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

/** Over the button: the first part, or what is paid and what paying costs. */
function Consequence({ way, amountCentavos, ways, how, parts }: ConsequenceProps) {
  const text = useText();
  if (parts.length > 1 && !isReusable(way.channel)) return <FirstPart ways={ways} how={how} parts={parts} />;
  return (
    <Outcome
      startLabel={
        way.channel === 'cliqqLifelong'
          ? text('repayment.choose.pay.lifelong')
          : text(`repayment.choose.pay.${way.tab}`, { channel: text(`repayment.channel.${way.channel}`) })
      }
      start={<Amount centavos={amountCentavos} />}
      endLabel={text('repayment.choose.fee')}
      end={formatPesos(way.feeCentavos)}
    />
  );
}
