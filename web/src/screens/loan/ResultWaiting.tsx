import { useText } from '#/i18n/text.ts';
import { paths } from '#/routes/paths.ts';
import { LoadError, type LoadErrorProps } from '#/shell/Query.tsx';
import { ButtonLink } from '#/ui/Button.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Empty } from '#/ui/Empty.tsx';
import { Page } from '#/ui/Layout.tsx';
import { SkeletonCard } from '#/ui/Skeleton.tsx';
import { TopBar } from '#/ui/TopBar.tsx';

export type ResultWaitingProps = { isUnknown: boolean; read: LoadErrorProps['read'] };

/** The result before it is there: not loaded yet, not to be loaded, or no loan of this borrower's. */
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
