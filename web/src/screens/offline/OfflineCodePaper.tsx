import type { AmountDue } from '@sandali/contract/bill.ts';
import { manilaDay } from '@sandali/contract/day.ts';
import type { OfflineCode } from '#/client/offlineStore.ts';
import { formatDay, formatTime } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { CodeAmount } from '#/screens/DueAmount.tsx';
import { placeOf, shapeOf } from '#/screens/repayment/channels.ts';
import { useWakeLock } from '#/screens/repayment/useWakeLock.ts';
import { PayCode } from '#/ui/PayCode.tsx';

type Props = {
  code: OfflineCode;
  /** What is to be paid next. */
  due: AmountDue;
  /** By the phone's clock. */
  mayHaveEnded: boolean;
};

/** A kept code on white paper, with the end that the server gave it. */
export function OfflineCodePaper({ code: { text: code, payload, channel, amountCentavos, endsAt }, due, mayHaveEnded }: Props) {
  const text = useText();
  useWakeLock();
  const end = endsAt && { time: formatTime(endsAt), day: formatDay(manilaDay(endsAt), currentLocale(), { weekday: true }) };
  return (
    <PayCode
      code={code}
      {...(payload !== null && { qrText: payload })}
      show={channel ? shapeOf[placeOf(channel)] : 'both'}
      amountLabel={text(amountCentavos === null ? 'repayment.code.anyAmount' : 'repayment.code.exactly')}
      amount={<CodeAmount amountCentavos={amountCentavos} due={due} today={null} />}
      barcodeLabel={text('repayment.code.barcode')}
      qrLabel={text('repayment.code.qr')}
      codeLabel={text('repayment.code.spoken', { code: [...code].join(' ') })}
    >
      <b>{end ? text(mayHaveEnded ? 'repayment.kept.wasUntil' : 'repayment.code.until', end) : text('repayment.code.lasting')}</b>
    </PayCode>
  );
}
