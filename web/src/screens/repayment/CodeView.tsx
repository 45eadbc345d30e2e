import { tabOfChannel } from '@sandali/contract/channel.ts';
import { manilaDay } from '@sandali/contract/day.ts';
import { addCentavos, formatPesos } from '@sandali/contract/money.ts';
import { formatDay, formatTime } from '#/kit/days.ts';
import { spokenLocale, useText } from '#/kit/text.ts';
import { toast } from '#/kit/toast.ts';
import { addressOf } from '#/paths.ts';
import { CopyButton } from '#/ui/CopyButton.tsx';
import { Dock, Foot } from '#/ui/Dock.tsx';
import { Page } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { PayCode } from '#/ui/PayCode.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import { TextLink } from '#/ui/TextLink.tsx';
import type { Bill, Status } from './answers.ts';
import { CodeHelp } from './CodeHelp.tsx';
import { CodeSteps } from './CodeSteps.tsx';
import { placeOf } from './channels.ts';
import { codeScene } from './codeScene.ts';
import { useWakeLock } from './useWakeLock.ts';

export type CodeProps = { status: Status /** Undefined until it has come. */; bill: Bill | undefined; telephone: string };

/** The code on white paper, how to pay with it, and help; the display stays on. */
export function CodeView({ status, bill, telephone }: CodeProps) {
  const text = useText();
  useWakeLock();
  const { channel, code, payload, amountCentavos } = status;
  const place = placeOf(channel);
  if (code === null) return null;
  return (
    <>
      <Page>
        <Heading level={2}>{text(`repayment.code.at.${tabOfChannel[channel]}`, { channel: text(`repayment.channel.${channel}`) })}</Heading>
        {codeScene(status) === 'onItsWay' && (
          <Note role="status" icon="clock">
            {text('repayment.code.onItsWay')}
          </Note>
        )}
        {status.purpose === 'coolingOff' && (
          <Note icon="refresh" title={text('repayment.code.return')}>
            {text('repayment.code.returnWords')}
          </Note>
        )}
        {status.extension && (
          <Note icon="calendar" title={text('repayment.code.extend')}>
            {text('repayment.code.extendWords', { day: formatDay(status.extension.dueOn, spokenLocale(), { weekday: true }) })}
          </Note>
        )}
        <PayCode
          code={code}
          {...(payload !== null && { qrText: payload })}
          show={place === 'app' ? 'qr' : 'both'}
          amountLabel={text(amountCentavos === null ? 'repayment.code.anyAmount' : 'repayment.code.exactly')}
          amountCentavos={amountCentavos ?? status.bill.currentDueCentavos}
          barcodeLabel={text('repayment.code.barcode')}
          qrLabel={text('repayment.code.qr')}
          codeLabel={text('repayment.code.spoken', { code: [...code].join(' ') })}
        >
          <UntilWhen status={status} bill={bill} />
        </PayCode>
        <CodeSteps place={place} />
        <CodeHelp place={place} telephone={telephone} />
        <Text align="center">
          <TextLink isAlone href={elsewhere(status)}>
            {text('repayment.code.otherChannel')}
          </TextLink>
        </Text>
      </Page>
      <Foot>
        <Dock consequence={text('repayment.code.watch')}>
          <CopyButton
            value={code}
            label={text('repayment.code.copy')}
            copiedLabel={text('repayment.code.copied')}
            onCopy={(isCopied) => !isCopied && toast(text('repayment.code.notCopied'), { tone: 'bad' })}
          />
        </Dock>
      </Foot>
    </>
  );
}

/** Where another channel is chosen for the same end. */
function elsewhere({ loanId, purpose }: Status): string {
  return purpose === 'extension' ? addressOf('renew', { loanId, how: 'extend' }) : addressOf('repayment', { loanId });
}

/** Till when the code is good, and what an overdue bill costs afterwards. */
function UntilWhen({ status, bill }: Pick<CodeProps, 'status' | 'bill'>) {
  const text = useText();
  const { endsAt, amountCentavos } = status;
  // What grows is the bill; a fee is for the day.
  const growsDaily = status.growsDaily && !status.extension;
  const isFull = amountCentavos !== null && amountCentavos === status.bill.currentDueCentavos;
  const tomorrow = isFull && bill && bill.tomorrowCentavos > 0 ? addCentavos(amountCentavos, bill.tomorrowCentavos) : null;
  const endsOn = endsAt && manilaDay(endsAt);
  return (
    <>
      <b>
        {endsAt && endsOn
          ? text(endsOn === bill?.today ? 'repayment.code.untilTonight' : 'repayment.code.until', {
              time: formatTime(endsAt),
              day: formatDay(endsOn, spokenLocale(), { weekday: true }),
            })
          : text('repayment.code.lasting')}
      </b>
      {growsDaily && (
        <>
          <br />
          {text('repayment.code.overdue')}
        </>
      )}
      {tomorrow !== null && (
        <>
          <br />
          {text('repayment.code.tomorrow', { amount: formatPesos(tomorrow) })}
        </>
      )}
    </>
  );
}
