import type { RepaymentChannel } from '@sandali/contract/channel.ts';
import { type Centavos, formatPesos } from '@sandali/contract/money.ts';
import { useState } from 'react';
import { useText } from '#/kit/text.ts';
import { focusField } from '#/kit/write.ts';
import { ScreenForm, SubmitButton } from '#/shell/ScreenForm.tsx';
import { Amount } from '#/ui/Amount.tsx';
import { Dock, Foot, Outcome } from '#/ui/Dock.tsx';
import { Page } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import type { Ways } from './answers.ts';
import { HowMuch } from './HowMuch.tsx';
import { WhereToPay } from './WhereToPay.tsx';
import { type PartProblem, readPart, whyNotWay } from './wayRules.ts';

export type ChooseProps = {
  ways: Ways;
  isPart: boolean;
  onPart(isPart: boolean): void;
  isBusy: boolean;
  /** What the server said against the amount. */
  refusal: string | undefined;
  /** The answers changed: what the server said belongs to the past. */
  onEdit(): void;
  onSend(channel: RepaymentChannel, amountCentavos: Centavos): void;
  news: string | null;
  onNewsClose(): void;
};

/** The form of /repayment: the amount, the channel, and over the button what both come to. */
export function ChooseView({ ways, isPart, onPart, isBusy, refusal, onEdit, onSend, news, onNewsClose }: ChooseProps) {
  const text = useText();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<PartProblem>();
  const [picked, setPicked] = useState<RepaymentChannel | ''>('');
  const part = readPart(typed, ways);
  const amount = !isPart ? ways.fullCentavos : 'problem' in part ? null : part.amountCentavos;
  const way = ways.channels.find((one) => one.channel === picked && whyNotWay(one, amount) === null);
  const edit = (next: string) => {
    onEdit();
    setTyped(next);
    setProblem(undefined);
  };
  const check = () => {
    if (isPart && 'problem' in part) setProblem(part.problem);
    return amount !== null;
  };
  const leave = () => {
    if (!('problem' in part)) setTyped(formatPesos(part.amountCentavos, { drop00: true }).slice(1));
    else if (typed) check();
  };
  const send = () => {
    if (!check()) focusField('amount');
    else if (way && amount !== null) onSend(way.channel, amount);
  };
  return (
    <ScreenForm onSubmit={send}>
      <Page gap={3}>
        {news && (
          <Note tone="news" onClose={onNewsClose} closeLabel={text('shell.close')}>
            {news}
          </Note>
        )}
        <HowMuch
          ways={ways}
          isPart={isPart}
          onPart={onPart}
          typed={typed}
          onTyped={edit}
          onLeave={leave}
          problem={problem}
          refusal={refusal}
        />
        <WhereToPay
          ways={ways}
          amountCentavos={amount}
          value={way?.channel ?? ''}
          onChange={(channel) => {
            onEdit();
            setPicked(channel);
          }}
        />
      </Page>
      <Foot>
        <Dock
          consequence={
            way &&
            amount !== null && (
              <Outcome
                startLabel={text(`repayment.choose.pay.${way.tab}`, { channel: text(`repayment.channel.${way.channel}`) })}
                start={<Amount centavos={amount} />}
                endLabel={text('repayment.choose.fee')}
                end={formatPesos(way.feeCentavos)}
              />
            )
          }
        >
          <SubmitButton
            isBusy={isBusy}
            disabledReason={
              isPart && amount === null && !problem ? text('repayment.choose.partEmpty') : !way && text('repayment.choose.pick')
            }
            onBlocked={() => amount === null && send()}
          >
            {text(isBusy ? 'repayment.choose.getting' : 'repayment.choose.get')}
          </SubmitButton>
        </Dock>
      </Foot>
    </ScreenForm>
  );
}
