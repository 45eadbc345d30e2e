import type { ReactNode } from 'react';
import { useText } from '#/i18n/text.ts';
import { Button } from '#/ui/Button.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { ErrorState } from '#/ui/Empty.tsx';
import { Page } from '#/ui/Layout.tsx';

type Props = { title: string; children?: ReactNode; retryLabel: string; onRetry(): void };

/** A whole screen that says what went wrong, with trying again in the dock. */
export function ErrorScreen({ title, children, retryLabel, onRetry }: Props) {
  return (
    <>
      <Page>
        <ErrorState title={title}>{children}</ErrorState>
      </Page>
      <Footer>
        <Dock>
          <Button icon="refresh" onClick={onRetry}>
            {retryLabel}
          </Button>
        </Dock>
      </Footer>
    </>
  );
}

/**
 * A screen whose script did not come, or not within 120 s (spec §8). Reloading asks for it again,
 * and for a newer release if there is one.
 */
export function ScreenLoadError() {
  const text = useText();
  return (
    <ErrorScreen
      title={text('net.reload')}
      retryLabel={text('shell.reload')}
      onRetry={() => location.reload()}
    />
  );
}

/** A screen that broke while it was drawn. */
export function ScreenCrashed({ onRetry }: { onRetry(): void }) {
  const text = useText();
  return (
    <ErrorScreen title={text('shell.broken')} retryLabel={text('shell.retry')} onRetry={onRetry}>
      {text('shell.brokenWhy')}
    </ErrorScreen>
  );
}
