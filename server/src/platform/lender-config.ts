// The configuration of the lender itself: its names and numbers, and its own bank account.
import { CannotStart } from './cannot-start.ts';
import type { Environment } from './environment.ts';
import { inventedLender, type LenderData, type LenderField, placeholdersIn } from './lender.ts';

/** The lender's own account, for transfers whose receipts borrowers send to customer service. */
export type OwnAccount = { bankName: string; accountName: string; accountNumber: string };

const lenderVariables: Readonly<Record<LenderField, keyof Environment>> = {
  companyName: 'COMPANY_NAME',
  companyRegNumber: 'COMPANY_REG_NUMBER',
  companyAuthNumber: 'COMPANY_AUTH_NUMBER',
  companyAddress: 'COMPANY_ADDRESS',
  telephone: 'COMPANY_TELEPHONE',
  dpoContact: 'COMPANY_DPO',
  serviceHours: 'COMPANY_SERVICE_HOURS',
  fbUrl: 'COMPANY_FB_URL',
  fbAccount: 'COMPANY_FB_ACCOUNT',
};

/**
 * Returns the lender of the environment; in the sandbox, the fictitious lender fills the gaps.
 * @throws CannotStart with all variables that production lacks
 */
export function lenderOf(read: Environment): LenderData {
  const entries = Object.entries(lenderVariables).map(([field, name]) => {
    const byDefault = read.SANDBOX ? inventedLender[field as LenderField] : '';
    return [field, (read[name] as string | undefined) ?? byDefault];
  });
  const lender = Object.fromEntries(entries) as LenderData;
  const placeholders = read.SANDBOX ? [] : placeholdersIn(lender);
  if (placeholders.length > 0) {
    const named = placeholders.map(({ field, reason }) => `${lenderVariables[field]} (${reason})`);
    throw new CannotStart(`Production needs the lender’s own value in ${named.join(', ')}.`);
  }
  return lender;
}

/**
 * Reads the account from the environment, not from the settings. Whoever could change its number in
 * the settings could redirect every transfer to their own account.
 */
export function ownAccountOf(read: Environment): OwnAccount | null {
  const {
    OWN_BANK_NAME: bankName,
    OWN_ACCOUNT_NAME: accountName,
    OWN_ACCOUNT_NUMBER: accountNumber,
    SANDBOX: isSandbox,
  } = read;
  if (!bankName && !accountName && !accountNumber)
    return isSandbox
      ? {
          bankName: 'Bangko Kunwari',
          accountName: 'Sandali Lending Corp.',
          accountNumber: '0000 1234 5678',
        }
      : null;
  if (!bankName || !accountName || !accountNumber)
    throw new CannotStart(
      'Set OWN_BANK_NAME, OWN_ACCOUNT_NAME and OWN_ACCOUNT_NUMBER, or none of them.',
    );
  return { bankName, accountName, accountNumber };
}
