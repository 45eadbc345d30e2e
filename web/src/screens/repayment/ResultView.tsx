import type { AmountDue } from '@sandali/contract/bill.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import type { ReactNode } from 'react';
import { formatMoment } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { addressOf, paths } from '#/routes/paths.ts';
import { dueParts, payableNow, useDueText } from '#/screens/DueAmount.tsx';
import { ButtonLink } from '#/ui/Button.tsx';
import { Card } from '#/ui/Card.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Empty } from '#/ui/Empty.tsx';
import { type KeyValue, KeyValues } from '#/ui/KeyValues.tsx';
import { Page, Stack } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { Heading } from '#/ui/Text.tsx';
import { TextLink } from '#/ui/TextLink.tsx';
import type { Bill, Status } from './answers.ts';
import { codeScene } from './codeScene.ts';
import { otherChannelAddress } from './otherChannelAddress.ts';
import { RepaidSun } from './RepaidSun.tsx';
import { reversedAfterReturn } from './reversedAfterReturn.ts';

type ResultProps = {
  status: Status;
  /** The limit step that the loan earned. */
  step?: ReactNode;
  /** Undefined while loading. */
  bill: Bill | undefined;
};

const titles = {
  repaid: 'repayment.result.repaid',
  returned: 'repayment.result.returned',
  extended: 'repayment.result.extended',
  partlyPaid: 'repayment.result.partly',
  received: 'repayment.result.partly',
} as const;
const words = {
  repaid: 'repayment.result.repaidWords',
  returned: 'repayment.result.returnedWords',
} as const;

function endOf(status: Status): keyof typeof titles {
  const scene = codeScene(status);
  return scene === 'repaid' || scene === 'returned' || scene === 'extended' || scene === 'received'
    ? scene
    : 'partlyPaid';
}

/** The outcome of a payment (repaid, returned, extended, or what remains) and its receipt. */
export function ResultView({ status, bill, step }: ResultProps) {
  const text = useText();
  const scene = endOf(status);
  const isRepaid = scene === 'repaid' || scene === 'returned';
  const { currentDue, nextDue } = status.bill;
  const dueText = useDueText();
  // What remains of the return if the loan is being returned in parts.
  const back = status.purpose === 'coolingOff' && status.part ? status.part.left : null;
  const remainder = dueText(back ?? nextDue ?? currentDue, currentDue.on);
  // The bill is loaded separately and may not include this payment yet, so compare the amounts.
  const promised =
    bill && dueParts(bill.bill.currentDue).sum === dueParts(currentDue).sum
      ? bill.bill.promised
      : null;
  // The title of a returned loan announces a settled bill, but the receipt still shows the
  // reversal.
  const takenBackCentavos =
    scene === 'returned' && bill ? reversedAfterReturn(bill) : status.takenBackCentavos;
  const isTakenBack =
    takenBackCentavos > 0 &&
    (scene === 'partlyPaid' || scene === 'received' || scene === 'returned');
  const takenBack = formatPesos(takenBackCentavos);
  // The payment did not match the extension fee, so the loan was not extended.
  const isNoFee = scene === 'partlyPaid' && status.purpose === 'extension' && !isTakenBack;
  const title = isNoFee ? 'repayment.result.notExtended' : titles[scene];
  return (
    <>
      <Page>
        <div role="status">
          <Empty
            picture={isNoFee || isTakenBack ? 'calm' : 'arrived'}
            title={
              isTakenBack ? text('repayment.result.takenBack', { amount: takenBack }) : text(title)
            }
            isSmall={scene === 'partlyPaid'}
            drawing={scene === 'repaid' && <RepaidSun />}
          >
            {isNoFee && (
              <>
                {text('repayment.result.notExtendedWords')}
                <br />
              </>
            )}
            {scene === 'partlyPaid' &&
              text(back ? 'repayment.result.partlyReturned' : 'repayment.result.partlyWords', {
                due: remainder,
              })}
            {scene === 'extended' && <NewDue status={status} />}
            {isRepaid &&
              (isTakenBack
                ? text('repayment.bill.returnedTakenBack', { amount: takenBack })
                : text(words[scene]))}
          </Empty>
        </div>
        {isRepaid && status.refundableCentavos > 0 && (
          <Note
            tone="plain"
            title={text('repayment.result.kept', {
              amount: formatPesos(status.refundableCentavos),
            })}
          >
            <TextLink isAlone href={paths.refund}>
              {text('repayment.result.sendBack')}
            </TextLink>
          </Note>
        )}
        {scene === 'repaid' && step}
        <Receipt status={status} referenceNo={bill?.bill.referenceNo} />
      </Page>
      <Footer>
        {(scene === 'extended' || scene === 'received') && (
          <Dock>
            <ButtonLink href={addressOf('bill', { loanId: status.loanId })}>
              {text('repayment.result.toBill')}
            </ButtonLink>
          </Dock>
        )}
        {isRepaid && (
          <Dock>
            <ButtonLink href={paths.orders}>{text('repayment.result.done')}</ButtonLink>
          </Dock>
        )}
        {scene === 'partlyPaid' && <RestDock status={status} back={back} promised={promised} />}
      </Footer>
    </>
  );
}

type RestDockProps = { status: Status; back: AmountDue | null; promised: Bill['bill']['promised'] };

/** The remainder, or the next part of an active plan, with its date above the button. */
function RestDock({ status, back, promised }: RestDockProps) {
  const text = useText();
  const { loanId, bill } = status;
  const today = bill.currentDue.on;
  const part = promised && { owedCentavos: promised.amountCentavos, on: promised.on };
  const rest = back ?? part ?? bill.currentDue;
  const { sum, day } = dueParts(rest);
  const ofRest =
    rest.on === today
      ? text('repayment.result.restToday')
      : text('repayment.result.restBy', { day });
  const isPart = promised && !back;
  const restWords = isPart ? text('due.by', { sum, day }) : ofRest;
  const pay = isPart
    ? text('repayment.bill.payPart', { sum: payableNow(promised.amountCentavos, bill.currentDue) })
    : text('repayment.result.payRest', { sum });
  return (
    <Dock hasTwo consequence={restWords}>
      <ButtonLink look="soft" href={addressOf('bill', { loanId })}>
        {text('repayment.result.toBill')}
      </ButtonLink>
      <ButtonLink href={back ? otherChannelAddress(status) : addressOf('repayment', { loanId })}>
        {pay}
      </ButtonLink>
    </Dock>
  );
}

/** The new due date after an extension. */
function NewDue({ status: { extension } }: { status: Status }) {
  const text = useText();
  if (!extension) return null;
  const { sum: amount, day } = dueParts(extension.dueAfter);
  return text('repayment.result.extendedWords', { day, amount });
}

function Receipt({ status, referenceNo }: { status: Status; referenceNo: string | undefined }) {
  const text = useText();
  const due = useDueText();
  const { paidAt, code, bill } = status;
  const paid: KeyValue[] = [
    {
      label: text('repayment.result.paid'),
      value: formatPesos(status.paidCentavos),
      isStrong: true,
    },
  ];
  if (status.takenBackCentavos > 0)
    paid.push({
      label: text('repayment.result.takenBackSince'),
      value: formatPesos(status.takenBackCentavos),
    });
  if (endOf(status) === 'partlyPaid' && !(status.purpose === 'coolingOff' && status.part))
    paid.push({
      label: text('repayment.result.left'),
      value: due(bill.nextDue ?? bill.currentDue, bill.currentDue.on),
    });
  const way: KeyValue[] = [
    { label: text('repayment.result.through'), value: text(`repayment.channel.${status.channel}`) },
  ];
  if (paidAt) {
    way.unshift({
      label: text('repayment.result.paidAt'),
      value: formatMoment(paidAt, null, currentLocale()),
    });
  }
  if (code) way.push({ label: text('repayment.result.code'), value: code });
  if (referenceNo) way.push({ label: text('repayment.bill.reference'), value: referenceNo });
  return (
    <Card as="section">
      <Stack gap={3}>
        <Heading level={2} size="m">
          {text('repayment.result.receipt')}
        </Heading>
        <KeyValues groups={[paid, way]} />
        <TextLink isAlone href={addressOf('documents', { loanId: status.loanId })}>
          {text('title.documents')}
        </TextLink>
      </Stack>
    </Card>
  );
}
