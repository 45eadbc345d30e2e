import { tabOfChannel } from '@sandali/contract/channel.ts';
import { manilaDay } from '@sandali/contract/day.ts';
import { addCentavos, formatPesos } from '@sandali/contract/money.ts';
import { toast } from '#/client/toast.ts';
import { formatDay, formatTime } from '#/i18n/days.ts';
import { currentLocale, type Text, useText } from '#/i18n/text.ts';
import { addressOf } from '#/routes/paths.ts';
import { CodeAmount, dueParts } from '#/screens/DueAmount.tsx';
import { ButtonLink } from '#/ui/Button.tsx';
import { Card } from '#/ui/Card.tsx';
import { CopyButton } from '#/ui/CopyButton.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { KeyValues } from '#/ui/KeyValues.tsx';
import { Page, Stack } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { PayCode } from '#/ui/PayCode.tsx';
import { Heading } from '#/ui/Text.tsx';
import type { Bill, Status } from './answers.ts';
import { CodeActions } from './CodeActions.tsx';
import { CodeHelp, OtherChannel, PartNote } from './CodeHelp.tsx';
import { CodeSteps } from './CodeSteps.tsx';
import { placeOf, shapeOf } from './place.ts';
import { useWakeLock } from './useWakeLock.ts';

export type CodeProps = {
  status: Status;
  /** Undefined while loading. */
  bill: Bill | undefined;
  telephone: string;
};

/** The code on a white background, how to pay with it, and help. Keeps the screen on. */
export function CodeView({ status, bill, telephone }: CodeProps) {
  const text = useText();
  useWakeLock();
  const { channel, code, payload, amountCentavos } = status;
  const place = placeOf(channel);
  const name = text(`repayment.channel.${channel}`);
  if (code === null) return null;
  const { takenBackCentavos } = status;
  const heading =
    amountCentavos === null
      ? name
      : text(`repayment.code.at.${tabOfChannel[channel]}`, { channel: name });
  const picture = { title: name, lines: pictureLines(status, text), digits: code };
  const paper = (
    <PayCode
      code={code}
      {...(payload !== null && place !== 'transfer' && { qrText: payload })}
      show={shapeOf[place]}
      amountLabel={text(
        amountCentavos === null ? 'repayment.code.anyAmount' : 'repayment.code.exactly',
      )}
      amount={
        <CodeAmount
          amountCentavos={amountCentavos}
          due={status.bill.currentDue}
          today={status.bill.currentDue.on}
        />
      }
      barcodeLabel={text('repayment.code.barcode')}
      qrLabel={text('repayment.code.qr')}
      codeLabel={text(place === 'transfer' ? 'repayment.account.spoken' : 'repayment.code.spoken', {
        code: [...code].join(' '),
      })}
    >
      {place === 'transfer' && payload !== null && (
        <p>{text('repayment.code.bank', { bank: payload })}</p>
      )}
      {place === 'receipt' && <p>{text('repayment.account.reference')}</p>}
      <UntilWhen status={status} bill={bill} />
    </PayCode>
  );
  return (
    <>
      <Page>
        <Heading level={2}>{heading}</Heading>
        {amountCentavos === null && status.paidAt && (
          <Note
            role="status"
            icon={takenBackCentavos > 0 ? 'warning' : 'check'}
            title={
              takenBackCentavos > 0
                ? text('repayment.code.lastTakenBack', { amount: formatPesos(takenBackCentavos) })
                : text('repayment.code.lastCame', { amount: formatPesos(status.paidCentavos) })
            }
          >
            {text('repayment.code.lastCameAt', {
              day: formatDay(manilaDay(status.paidAt), currentLocale()),
              time: formatTime(status.paidAt),
            })}
          </Note>
        )}
        <CodePurpose status={status} />
        <PartNote status={status} />
        {shapeOf[place] === 'digits' ? (
          paper
        ) : (
          <CodeActions picture={picture} where={{ channel, name, heading }}>
            {paper}
          </CodeActions>
        )}
        {status.account && <OwnAccount account={status.account} reference={code} />}
        <CodeSteps place={place} channel={channel} />
        <CodeHelp place={place} telephone={telephone} status={status} />
        <OtherChannel status={status} />
      </Page>
      <Footer>
        {place === 'receipt' ? (
          <ReceiptDock status={status} />
        ) : (
          <Dock consequence={text('repayment.code.watch')}>
            <CopyButton
              value={code}
              label={text(place === 'transfer' ? 'repayment.account.copy' : 'repayment.code.copy')}
              copiedLabel={text('repayment.code.copied')}
              onCopy={(isCopied) =>
                !isCopied && toast(text('repayment.code.notCopied'), { tone: 'bad' })
              }
            />
          </Dock>
        )}
      </Footer>
    </>
  );
}

/** What paying a code does besides paying the bill. */
export function CodePurpose({ status: { purpose, extension } }: Pick<CodeProps, 'status'>) {
  const text = useText();
  if (extension) {
    return (
      <Note icon="calendar" title={text('repayment.code.extend')}>
        {text('repayment.code.extendWords', { day: dueParts(extension.dueAfter).day })}
      </Note>
    );
  }
  if (purpose !== 'coolingOff') return null;
  return (
    <Note icon="refresh" title={text('repayment.code.return')}>
      {text('repayment.code.returnWords')}
    </Note>
  );
}

/** The minutes left and the time of expiry, for a code that is valid for only a few minutes. */
export function MinutesLeft({ status: { secondsLeft, endsAt } }: Pick<CodeProps, 'status'>) {
  const text = useText();
  if (secondsLeft === null || endsAt === null) return null;
  return text('repayment.code.minutes', {
    minutes: Math.ceil(secondsLeft / 60),
    time: formatTime(endsAt),
  });
}

/** How long the code is valid, and what an overdue bill costs afterwards. */
function UntilWhen({ status, bill }: Pick<CodeProps, 'status' | 'bill'>) {
  const text = useText();
  const { endsAt, secondsLeft, amountCentavos } = status;
  // The amount of a bill grows daily; an extension fee is fixed for its day.
  const growsDaily = status.growsDaily && !status.extension;
  const isFull =
    amountCentavos !== null && formatPesos(amountCentavos) === dueParts(status.bill.currentDue).sum;
  const tomorrow =
    isFull && bill && bill.tomorrowCentavos > 0
      ? addCentavos(amountCentavos, bill.tomorrowCentavos)
      : null;
  const endsOn = endsAt && manilaDay(endsAt);
  if (secondsLeft !== null)
    return (
      <b>
        <MinutesLeft status={status} />
      </b>
    );
  return (
    <>
      <b>
        {endsAt && endsOn
          ? text(endsOn === bill?.today ? 'repayment.code.untilTonight' : 'repayment.code.until', {
              time: formatTime(endsAt),
              day: formatDay(endsOn, currentLocale(), { weekday: true }),
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

/** Returns the lines of text for a picture of the code. */
function pictureLines({ amountCentavos, endsAt }: Status, text: Text): string[] {
  if (amountCentavos === null) return [text('repayment.code.lasting')];
  const sum = `${text('repayment.code.exactly')} ${formatPesos(amountCentavos)}`;
  if (!endsAt) return [sum];
  const day = formatDay(manilaDay(endsAt), currentLocale(), { weekday: true });
  return [sum, text('repayment.code.until', { time: formatTime(endsAt), day })];
}

/** The lender's bank account, which receives a transfer. */
function OwnAccount({
  account,
  reference,
}: {
  account: NonNullable<Status['account']>;
  reference: string;
}) {
  const text = useText();
  const { bankName, accountName, accountNumber } = account;
  const facts = [
    { label: text('repayment.account.bank'), value: bankName },
    { label: text('repayment.account.name'), value: accountName },
    { label: text('repayment.account.number'), value: accountNumber, isStrong: true },
  ];
  return (
    <Card as="section">
      <Stack gap={3}>
        <Heading level={2} size="m">
          {text('repayment.account.title')}
        </Heading>
        <KeyValues groups={[facts]} />
        {(
          [
            ['repayment.account.copy', accountNumber.replace(/\D/g, '')],
            ['repayment.account.copyReference', reference],
          ] as const
        ).map(([label, value]) => (
          <CopyButton
            key={label}
            look="soft"
            value={value}
            label={text(label)}
            copiedLabel={text('repayment.code.copied')}
            onCopy={(isCopied) =>
              !isCopied && toast(text('repayment.code.notCopied'), { tone: 'bad' })
            }
          />
        ))}
      </Stack>
    </Card>
  );
}

/** The action after a transfer: sending its receipt to customer service. */
function ReceiptDock({ status: { loanId, repaymentId } }: Pick<CodeProps, 'status'>) {
  const text = useText();
  return (
    <Dock consequence={text('repayment.account.next')}>
      <ButtonLink href={addressOf('complaints', { kind: 'transferReceipt', loanId, repaymentId })}>
        {text('repayment.account.paid')}
      </ButtonLink>
    </Dock>
  );
}
