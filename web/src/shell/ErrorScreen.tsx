import type { ReactNode } from 'react';
import { useText } from '#/i18n/text.ts';
import { Button } from '#/ui/Button.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { ErrorState } from '#/ui/Empty.tsx';
import { Page } from '#/ui/Layout.tsx';

type Props = { title: string; children?: ReactNode; retryLabel: string; onRetry(): void };

/** A full screen that explains an error, with a retry button in the dock. */
function ErrorScreen({ title, children, retryLabel, onRetry }: Props) {
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
 * Shown if a screen's script did not load within 120 s (spec §8). Reloading the page requests the
 * script again, or a newer release.
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

/** Shown if a screen throws while rendering. */
export function ScreenCrashed({ onRetry }: { onRetry(): void }) {
  const text = useText();
  return (
    <ErrorScreen title={text('shell.broken')} retryLabel={text('shell.retry')} onRetry={onRetry}>
      {text('shell.brokenWhy')}
    </ErrorScreen>
  );
}
