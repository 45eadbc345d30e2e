import { useConfig } from '#/client/config.ts';
import { paths } from '#/routes/paths.ts';
import { LegalView, type Lender } from './LegalView.tsx';

/**
 * The sections in page order. A section's texts are `service.<name>.title` and
 * `service.<name>.words`.
 */
export const serviceSections = (
  [
    'lender',
    'account',
    'line',
    'price',
    'caps',
    'statement',
    'signing',
    'payout',
    'repaying',
    'early',
    'late',
    'extending',
    'cooling',
    'coupons',
    'collecting',
    'complaints',
    'changes',
    'law',
  ] as const
).map((id) => ({ id, title: `service.${id}.title`, words: `service.${id}.words` }) as const);

/**
 * The Service Agreement (spec §2) with the terms of lending. It is public, because people read it
 * before login.
 */
export default function ServiceAgreement() {
  return <ServiceAgreementView lender={useConfig()} />;
}

export function ServiceAgreementView({ lender }: { lender: Lender | null }) {
  const otherDocument = { title: 'title.privacyPolicy', href: paths.privacyPolicy } as const;
  return (
    <LegalView
      summary="service.summary"
      sections={serviceSections}
      lenderIn="lender"
      lender={lender}
      other={otherDocument}
    />
  );
}
