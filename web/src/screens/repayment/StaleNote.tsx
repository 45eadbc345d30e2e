import type { Failure } from '#/client/callServer.ts';
import { offlineNote, useOnline } from '#/client/online.ts';
import { useText } from '#/i18n/text.ts';
import { paths } from '#/routes/paths.ts';
import { ButtonLink } from '#/ui/Button.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Empty } from '#/ui/Empty.tsx';
import { Page } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { TextButton } from '#/ui/TextLink.tsx';

export type Stale = { failure: Pick<Failure, 'message'>; onRetry(): void };

/**
 * A note that an earlier response is shown because the last refetch failed. Hidden if the offline
 * bar already says so.
 */
export function StaleNote({ failure, onRetry }: Stale) {
  const text = useText();
  const isOnline = useOnline();
  const note = offlineNote.use();
  if (!isOnline || note) return null;
  return (
    <Note
      tone="plain"
      icon="offline"
      role="status"
      action={<TextButton onClick={onRetry}>{text('shell.retry')}</TextButton>}
    >
      {failure.message}
      <br />
      {text('repayment.failed.old')}
    </Note>
  );
}

/** Shown if the address names an unknown or finished item; leads back to the orders. */
export function GoneScreen({
  title,
  children,
  isGood,
}: {
  title: string;
  children: string;
  isGood?: boolean;
}) {
  const text = useText();
  return (
    <>
      <Page>
        <Empty picture={isGood ? 'arrived' : 'nothing'} title={title}>
          {children}
        </Empty>
      </Page>
      <Footer>
        <Dock>
          <ButtonLink href={paths.orders}>{text('repayment.failed.toOrders')}</ButtonLink>
        </Dock>
      </Footer>
    </>
  );
}

/** Shown if the loan has since been settled. */
export function ClosedLoan() {
  const text = useText();
  return (
    <GoneScreen isGood title={text('repayment.closed.title')}>
      {text('repayment.closed.words')}
    </GoneScreen>
  );
}
