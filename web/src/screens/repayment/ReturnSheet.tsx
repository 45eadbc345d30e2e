import { billCancel } from '@sandali/contract/cancel.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import { invalidate } from '#/client/query.ts';
import { useWrite } from '#/client/write.ts';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { addressOf } from '#/routes/paths.ts';
import { Button, ButtonLink } from '#/ui/Button.tsx';
import { KeyValues } from '#/ui/KeyValues.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { Sheet, SheetPanel } from '#/ui/Sheet.tsx';
import { Text } from '#/ui/Text.tsx';
import type { Bill } from './answers.ts';

export type CoolingOff = NonNullable<Bill['coolingOff']>;

type Props = {
  loanId: string;
  coolingOff: CoolingOff;
  /**
   * Whether the loan is already repaid. If so, its charges are refunded and its earned step is
   * withdrawn.
   */
  isRepaid: boolean;
  isReturning: boolean;
  onReturn(): void;
  onClose(): void;
  /** Whether to render the sheet within the page (for stories). */
  isDrawnOnly?: boolean;
};

/** Explains the return of a loan before a code is requested. */
export function ReturnSheet({
  loanId,
  coolingOff,
  isRepaid,
  isReturning,
  onReturn,
  onClose,
  isDrawnOnly,
}: Props) {
  const text = useText();
  const Frame = isDrawnOnly ? SheetPanel : Sheet;
  const isPaid = coolingOff.amountCentavos === 0;
  const day = formatDay(coolingOff.endsOn, currentLocale(), { weekday: true });
  const until = { label: text('repayment.return.until'), value: day };
  const saved = formatPesos(coolingOff.savedCentavos);
  return (
    <Frame
      title={text('repayment.return.sheet')}
      closeLabel={text('shell.close')}
      onClose={onClose}
      foot={
        isPaid ? (
          <Button isBusy={isReturning} onClick={onReturn}>
            {text(isReturning ? 'repayment.return.busy' : 'repayment.return.now')}
          </Button>
        ) : (
          <ButtonLink href={addressOf('repayment', { loanId, how: 'return' })}>
            {text('repayment.return.where')}
          </ButtonLink>
        )
      }
    >
      <Stack gap={3}>
        <KeyValues
          groups={[
            isRepaid
              ? [{ label: text('repayment.return.back'), value: saved, isStrong: true }, until]
              : [
                  {
                    label: text('repayment.return.amount'),
                    value: formatPesos(coolingOff.amountCentavos),
                    isStrong: true,
                  },
                  until,
                  { label: text('repayment.return.saved'), value: saved },
                ],
          ]}
        />
        <Text>{text('repayment.return.meansBack')}</Text>
        {isRepaid && <Text>{text('repayment.return.meansRefund')}</Text>}
        {isRepaid && <Text>{text('repayment.return.meansEarned')}</Text>}
        {!isPaid && <Text>{text('repayment.return.meansPaid')}</Text>}
        {!isPaid && <Text>{text('repayment.return.meansElse')}</Text>}
        {coolingOff.nextLoanOn && (
          <Text>
            {text('repayment.return.meansNext', {
              day: formatDay(coolingOff.nextLoanOn, currentLocale(), { weekday: true }),
            })}
          </Text>
        )}
      </Stack>
    </Frame>
  );
}

type ReturningProps = {
  loanId: string;
  coolingOff: CoolingOff;
  isRepaid: boolean;
  onClose(): void;
};

/**
 * The sheet for returning a loan. If enough is already paid, its button returns the loan at once,
 * without a code.
 */
export function Returning({ loanId, coolingOff, isRepaid, onClose }: ReturningProps) {
  const done = async () => {
    onClose();
    await invalidate();
  };
  const back = useWrite(billCancel, {
    key: loanId,
    onDone: done,
    onFailed: ({ plainMessage }) => {
      if (plainMessage === undefined) void done();
      return false;
    },
  });
  return (
    <ReturnSheet
      loanId={loanId}
      coolingOff={coolingOff}
      isRepaid={isRepaid}
      isReturning={back.isBusy}
      onReturn={() => void back.send({ loanId })}
      onClose={onClose}
    />
  );
}
