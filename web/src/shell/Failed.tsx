import type { ReactNode } from 'react';
import { useText } from '#/i18n/text.ts';
import { Button } from '#/ui/Button.tsx';
import { Dock, Foot } from '#/ui/Dock.tsx';
import { ErrorState } from '#/ui/Empty.tsx';
import { Page } from '#/ui/Layout.tsx';

type Props = { title: string; children?: ReactNode; retryLabel: string; onRetry(): void };

/** A whole screen that says what went wrong, with trying again in the dock. */
export function FailedScreen({ title, children, retryLabel, onRetry }: Props) {
  return (
    <>
      <Page>
        <ErrorState title={title}>{children}</ErrorState>
      </Page>
      <Foot>
        <Dock>
          <Button icon="refresh" onClick={onRetry}>
            {retryLabel}
          </Button>
        </Dock>
      </Foot>
    </>
  );
}

/** A screen whose script did not come, or not within 120 s (spec §8). Reloading asks for it again, and for a newer release if there is one. */
export function LoadFailed() {
  const text = useText();
  return <FailedScreen title={text('net.reload')} retryLabel={text('shell.reload')} onRetry={() => location.reload()} />;
}

/** A screen that broke while it was drawn. */
export function Broken({ onRetry }: { onRetry(): void }) {
  const text = useText();
  return (
    <FailedScreen title={text('shell.broken')} retryLabel={text('shell.retry')} onRetry={onRetry}>
      {text('shell.brokenWhy')}
    </FailedScreen>
  );
}
