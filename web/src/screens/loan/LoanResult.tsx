import type { DataOf } from '@sandali/contract/call.ts';
import { loanDetail, paychannelList } from '@sandali/contract/loan.ts';
import { useServerQuery } from '#/client/query.ts';
import { useText } from '#/i18n/text.ts';
import { useSearch } from '#/routes/navigation.ts';
import { paths } from '#/routes/paths.ts';
import { openService } from '#/shell/customerService.ts';
import { LoadError, type LoadErrorProps } from '#/shell/Query.tsx';
import { ButtonLink } from '#/ui/Button.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Empty } from '#/ui/Empty.tsx';
import { Page } from '#/ui/Layout.tsx';
import { SkeletonCard } from '#/ui/Skeleton.tsx';
import { TopBar } from '#/ui/TopBar.tsx';
import { isInTransit } from './moments.ts';
import { isFailedByAccount, otherWay } from './otherWay.ts';
import { ResultView } from './ResultView.tsx';

/**
 * /loanResult (spec §2): the progress of a signed loan. Polls until the money has arrived or the
 * loan is closed.
 */
export default function LoanResult() {
  const loanId = useSearch().get('loanId') ?? '';
  const loan = useServerQuery(
    loanDetail,
    { loanId },
    { everyMs: lookEveryMs, isOff: loanId === '' },
  );
  const failed = loan.data && isFailedByAccount(loan.data) ? loan.data : undefined;
  const ways = useServerQuery(
    paychannelList,
    failed ? { amountCentavos: failed.principalCentavos } : {},
    { isOff: !failed },
  );
  if (loan.data) {
    return (
      <ResultView
        loan={loan.data}
        other={
          failed &&
          (ways.isLoading ? 'looking' : ways.data && otherWay(ways.data.channels, failed.receiver))
        }
        onHelp={openService}
        staleMessage={loan.failure?.message ?? null}
      />
    );
  }
  return (
    <ResultWaiting
      isUnknown={
        loanId === '' ||
        loan.failure?.name === 'loanUnknown' ||
        loan.failure?.name === 'inputInvalid'
      }
      read={loan}
    />
  );
}

/** Polls less often for cash, which may wait at a counter for days. */
const lookEveryMs = ({ state, pickup }: DataOf<typeof loanDetail>) =>
  isInTransit(state) && (pickup?.isAskedBack === false ? 15_000 : 2000);

type ResultWaitingProps = { isUnknown: boolean; read: LoadErrorProps['read'] };

/**
 * Shown instead of the result while it loads, if loading failed, or if the loan is not the
 * borrower's.
 */
export function ResultWaiting({ isUnknown, read }: ResultWaitingProps) {
  const text = useText();
  return (
    <>
      <TopBar title={text('title.loanResult')} />
      <Page>
        {isUnknown ? (
          <Empty title={text('loan.result.unknown')}>{text('loan.result.unknownWhy')}</Empty>
        ) : read.failure ? (
          <LoadError read={read} safe={text('loan.result.safe')} />
        ) : (
          <SkeletonCard label={text('loan.result.loading')} lines={5} />
        )}
      </Page>
      <Footer>
        <Dock>
          <ButtonLink look="soft" href={paths.home}>
            {text('loan.result.home')}
          </ButtonLink>
        </Dock>
      </Footer>
    </>
  );
}
