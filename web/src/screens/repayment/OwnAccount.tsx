import type { LoanId } from '@sandali/contract/id.ts';
import { toast } from '#/client/toast.ts';
import { useText } from '#/i18n/text.ts';
import { addressOf } from '#/routes/paths.ts';
import { ButtonLink } from '#/ui/Button.tsx';
import { Card } from '#/ui/Card.tsx';
import { CopyButton } from '#/ui/CopyButton.tsx';
import { Dock } from '#/ui/Dock.tsx';
import { KeyValues } from '#/ui/KeyValues.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { Heading } from '#/ui/Text.tsx';
import type { Status } from './answers.ts';

/** Our own account at a bank, to which a transfer goes. */
export function OwnAccount({ account: { bankName, accountName, accountNumber } }: { account: NonNullable<Status['account']> }) {
  const text = useText();
  const facts = [
    { label: text('repayment.account.bank'), value: bankName },
    { label: text('repayment.account.name'), value: accountName },
    { label: text('repayment.account.number'), value: accountNumber, isStrong: true },
  ];
  return (
    <Card as="section">
      <Stack gap={3}>
        <Heading level={2} size="m">
          {text('repayment.account.title')}
        </Heading>
        <KeyValues groups={[facts]} />
        <CopyButton
          look="soft"
          value={accountNumber.replace(/\D/g, '')}
          label={text('repayment.account.copy')}
          copiedLabel={text('repayment.code.copied')}
          onCopy={(isCopied) => !isCopied && toast(text('repayment.code.notCopied'), { tone: 'bad' })}
        />
      </Stack>
    </Card>
  );
}

/** After the transfer: its receipt goes to customer service. */
export function ReceiptDock({ loanId }: { loanId: LoanId }) {
  const text = useText();
  return (
    <Dock consequence={text('repayment.account.next')}>
      <ButtonLink href={addressOf('complaints', { kind: 'transferReceipt', loanId })}>{text('repayment.account.paid')}</ButtonLink>
    </Dock>
  );
}
