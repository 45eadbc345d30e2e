import { useText } from '#/i18n/text.ts';
import { FailedScreen } from '#/shell/Failed.tsx';

/** A screen whose facts did not come, with the way to ask again. */
export function AskFailed({ message, onRetry }: { message: string; onRetry(): void }) {
  const text = useText();
  return (
    <FailedScreen title={text('credit.failed')} retryLabel={text('shell.retry')} onRetry={onRetry}>
      {message}
      <br />
      {text('credit.failedSafe')}
    </FailedScreen>
  );
}
