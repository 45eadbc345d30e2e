import { useText } from '#/i18n/text.ts';
import { ErrorScreen } from '#/shell/ErrorScreen.tsx';

/** A screen whose facts did not come, with the way to ask again. */
export function QueryFailed({ message, onRetry }: { message: string; onRetry(): void }) {
  const text = useText();
  return (
    <ErrorScreen title={text('credit.failed')} retryLabel={text('shell.retry')} onRetry={onRetry}>
      {message}
      <br />
      {text('credit.failedSafe')}
    </ErrorScreen>
  );
}
