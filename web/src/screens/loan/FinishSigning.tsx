import { loanApply } from '@sandali/contract/loan.ts';
import { useEffect } from 'react';
import { toast } from '#/client/toast.ts';
import { useWrite } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';
import { navigate } from '#/routes/navigation.ts';
import { paths } from '#/routes/paths.ts';
import { usePasswordSheet } from '#/screens/account/usePasswordSheet.tsx';
import { Button } from '#/ui/Button.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { ErrorState } from '#/ui/Empty.tsx';
import { Page, Stack } from '#/ui/Layout.tsx';
import { SkeletonCard } from '#/ui/Skeleton.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import { clearSigning, type Signing, showLoanResult, signInput } from './signing.ts';

/** Resends a signing request whose response was lost. Repeating it never creates a second loan. */
export function FinishSigning({ signing }: { signing: Signing }) {
  const apply = useWrite(loanApply, {
    key: signing.quoteId,
    onDone: (loan) => {
      proof.close();
      return showLoanResult(loan, signing.quoteId);
    },
    fields: { passwordWrong: 'password' },
    onFailed: (failure) => {
      if (!failure.isDefinite) return true;
      if (failure.name === 'passwordNeeded') {
        proof.ask();
        return true;
      }
      toast(failure.message, { tone: 'bad' });
      discardSigning();
      return true;
    },
  });
  const { send } = apply;
  const proof = usePasswordSheet(apply, {
    onPassword: (password) => void send({ ...signInput(signing), password }),
    onClose: discardSigning,
  });
  useEffect(() => void send(signInput(signing)), [send, signing]);
  const unknown = apply.failure?.isDefinite ? null : (apply.failure?.message ?? null);
  return (
    <>
      <FinishView
        message={unknown}
        isBusy={apply.isBusy}
        onRetry={() => void send(signInput(signing))}
      />
      {proof.sheet}
    </>
  );
}

/** Discards the signature, since no loan was signed, and goes back to /loan. */
function discardSigning(): void {
  clearSigning();
  void navigate(paths.loan, { replace: true, move: 'back' });
}

type FinishViewProps = { message: string | null; isBusy: boolean; onRetry(): void };

/**
 * Shown while the app asks for the outcome of a signature. Offers a retry if the outcome is still
 * unknown.
 */
export function FinishView({ message, isBusy, onRetry }: FinishViewProps) {
  const text = useText();
  return (
    <>
      <Page>
        {message === null ? (
          <div role="status">
            <Stack gap={3}>
              <Heading level={2}>{text('loan.finish.title')}</Heading>
              <Text tone="quiet">{text('loan.finish.words')}</Text>
              <SkeletonCard label={text('loan.finish.title')} lines={3} />
            </Stack>
          </div>
        ) : (
          <ErrorState title={text('loan.finish.unknown')}>
            {message}
            <br />
            {text('loan.finish.safe')}
          </ErrorState>
        )}
      </Page>
      {message !== null && (
        <Footer>
          <Dock>
            <Button icon="refresh" isBusy={isBusy} onClick={onRetry}>
              {text('loan.finish.again')}
            </Button>
          </Dock>
        </Footer>
      )}
    </>
  );
}
