import { useText } from '#/kit/text.ts';
import { Button } from '#/ui/Button.tsx';
import { Dock, Foot } from '#/ui/Dock.tsx';
import { Empty } from '#/ui/Empty.tsx';
import { Page } from '#/ui/Layout.tsx';

/** A screen whose facts did not come, with the way to ask again. */
export function AskFailed({ message, onRetry }: { message: string; onRetry(): void }) {
  const text = useText();
  return (
    <>
      <Page>
        <div role="alert">
          <Empty picture="cloud" title={text('credit.failed')}>
            {message}
          </Empty>
        </div>
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
