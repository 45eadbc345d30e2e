import { useText } from '#/kit/text.ts';
import { Button } from '#/ui/Button.tsx';
import { Dock, Foot } from '#/ui/Dock.tsx';
import { ErrorState } from '#/ui/Empty.tsx';
import { Page } from '#/ui/Layout.tsx';

/** A screen whose facts did not come, with the way to ask again. */
export function AskFailed({ message, onRetry }: { message: string; onRetry(): void }) {
  const text = useText();
  return (
    <>
      <Page>
        <ErrorState title={text('credit.failed')}>
          {message}
          <br />
          {text('credit.failedSafe')}
        </ErrorState>
      </Page>
      <Foot>
        <Dock>
          <Button icon="refresh" onClick={onRetry}>
            {text('shell.retry')}
          </Button>
        </Dock>
      </Foot>
    </>
  );
}
