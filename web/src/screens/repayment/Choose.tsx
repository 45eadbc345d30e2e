import { repaymentApply, repaymentChannelList } from '@sandali/contract/repayment.ts';
import { useState } from 'react';
import { useAnnouncement } from '#/kit/announcement.ts';
import { useConfig } from '#/kit/config.ts';
import { go } from '#/kit/location.ts';
import { useAsk } from '#/kit/query.ts';
import { useText } from '#/kit/text.ts';
import { useWrite } from '#/kit/write.ts';
import { addressOf } from '#/paths.ts';
import { Page } from '#/ui/Layout.tsx';
import { CannotShow, ClosedLoan, GoneScreen } from './CannotShow.tsx';
import { ChooseView } from './ChooseView.tsx';
import { ChooseSkeleton } from './Skeletons.tsx';

/** How much, and through which channel; then the code. */
export function Choose({ loanId }: { loanId: string }) {
  const text = useText();
  const ways = useAsk(repaymentChannelList, { loanId });
  const news = useAnnouncement('repaymentDialog', useConfig()?.repaymentAnnouncement ?? '');
  const [isPart, setPart] = useState(false);
  const apply = useWrite(repaymentApply, {
    key: loanId,
    onDone: ({ repaymentId }) => go(addressOf('repayment', { loanId, repaymentId })),
    fields: isPart ? { repaymentTooSmall: 'amount', repaymentTooLarge: 'amount', channelLimit: 'amount' } : {},
  });
  const { data, failure } = ways;
  if (failure?.name === 'repaymentClosed' || apply.failure?.name === 'repaymentClosed') return <ClosedLoan />;
  if (failure?.name === 'loanUnknown' || (failure?.name === 'inputInvalid' && !data)) {
    return <GoneScreen title={text('repayment.missing.title')}>{text('repayment.missing.words')}</GoneScreen>;
  }
  if (data) {
    return (
      <ChooseView
        ways={data}
        isPart={isPart}
        onPart={(next) => {
          apply.clear();
          setPart(next);
        }}
        isBusy={apply.isBusy}
        refusal={apply.fieldError('amount')}
        onEdit={apply.clear}
        onSend={(channel, amountCentavos) => void apply.send({ loanId, channel, amountCentavos })}
        news={news.shown}
        onNewsClose={news.close}
      />
    );
  }
  if (!failure) return <ChooseSkeleton />;
  return (
    <Page>
      <CannotShow failure={failure} isRetrying={ways.isRefreshing} onRetry={() => void ways.refresh()} />
    </Page>
  );
}
