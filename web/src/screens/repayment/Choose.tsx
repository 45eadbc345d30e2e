import { billCancel } from '@sandali/contract/cancel.ts';
import { repaymentApply, repaymentChannelList } from '@sandali/contract/repayment.ts';
import { useState } from 'react';
import { useConfig } from '#/client/config.ts';
import { useServerQuery } from '#/client/query.ts';
import { useWrite } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';
import { navigate } from '#/routes/navigation.ts';
import { addressOf } from '#/routes/paths.ts';
import { useAnnouncement } from '#/shell/announcement.tsx';
import { LoadErrorPage } from '#/shell/Query.tsx';
import type { RepaymentOptions } from './answers.ts';
import { ChooseView } from './ChooseView.tsx';
import { ChooseSkeleton } from './PaySkeletons.tsx';
import { ClosedLoan, GoneScreen } from './StaleNote.tsx';
import type { AmountKind } from './useAmount.ts';

/**
 * Returns the default amount, which never costs more than any other: the return while possible,
 * then the promised part.
 */
function startOf(ways: RepaymentOptions | undefined): AmountKind {
  if (ways?.coolingOff && ways.coolingOff.amountCentavos > 0) return 'return';
  return ways?.promisedCentavos ? 'promised' : 'full';
}

/** Lets the borrower choose an amount and a channel, then opens the code. */
export function Choose({ loanId, start }: { loanId: string; start: AmountKind | null }) {
  const text = useText();
  const ways = useServerQuery(repaymentChannelList, { loanId });
  const announcement = useAnnouncement('repaymentDialog', useConfig()?.repaymentAnnouncement ?? '');
  const [picked, setHow] = useState(start);
  const amountKind = picked ?? startOf(ways.data);
  const apply = useWrite(repaymentApply, {
    key: loanId,
    onDone: ({ repaymentId }) => navigate(addressOf('repayment', { loanId, repaymentId })),
    fields:
      amountKind === 'part'
        ? { repaymentTooSmall: 'amount', repaymentTooLarge: 'amount', channelLimit: 'amount' }
        : {},
    // The offer may have changed, for example because a gateway was turned off or the bill was
    // partly paid.
    onFailed: () => void ways.refresh(),
  });
  const back = useWrite(billCancel, {
    key: loanId,
    onDone: ({ repaymentId }) =>
      navigate(
        repaymentId
          ? addressOf('repayment', { loanId, repaymentId })
          : addressOf('bill', { loanId }),
      ),
    onFailed: () => void ways.refresh(),
  });
  const { data, failure } = ways;
  if (
    failure?.name === 'repaymentClosed' ||
    apply.failure?.name === 'repaymentClosed' ||
    back.failure?.name === 'repaymentClosed'
  )
    return <ClosedLoan />;
  if (failure?.name === 'loanUnknown' || (failure?.name === 'inputInvalid' && !data)) {
    return (
      <GoneScreen title={text('repayment.missing.title')}>
        {text('repayment.missing.words')}
      </GoneScreen>
    );
  }
  if (data) {
    // The right to return may expire while the screen is open.
    const how =
      (amountKind === 'return' && !data.coolingOff) ||
      (amountKind === 'promised' && !data.promisedCentavos)
        ? 'full'
        : amountKind;
    return (
      <ChooseView
        ways={data}
        how={how}
        onHow={(next) => {
          apply.clear();
          setHow(next);
        }}
        isBusy={apply.isBusy || back.isBusy}
        refusal={apply.fieldError('amount')}
        onEdit={apply.clear}
        onSend={(channel, amountCentavos) =>
          how === 'return'
            ? void back.send({ loanId, channel })
            : void apply.send({ loanId, channel, amountCentavos })
        }
        announcement={announcement}
      />
    );
  }
  return failure ? <LoadErrorPage read={ways} /> : <ChooseSkeleton />;
}
