import { useConfig } from '#/client/config.ts';
import { paths } from '#/routes/paths.ts';
import { LegalView, type Lender } from './LegalView.tsx';

/**
 * The sections in page order. A section's texts are `privacy.<name>.title` and
 * `privacy.<name>.words`.
 */
export const privacySections = (
  [
    'controller',
    'collected',
    'purposes',
    'references',
    'pictures',
    'sharing',
    'credit',
    'keeping',
    'protection',
    'automated',
    'rights',
    'using',
    'complaint',
    'changes',
  ] as const
).map((id) => ({ id, title: `privacy.${id}.title`, words: `privacy.${id}.words` }) as const);

/**
 * The Privacy Protection Agreement (spec §2; RA 10173). It is public, because people read it before
 * they provide any data.
 */
export default function PrivacyPolicy() {
  return <PrivacyPolicyView lender={useConfig()} />;
}

export function PrivacyPolicyView({ lender }: { lender: Lender | null }) {
  const otherDocument = { title: 'title.serviceAgreement', href: paths.serviceAgreement } as const;
  return (
    <LegalView
      summary="privacy.summary"
      sections={privacySections}
      lenderIn="controller"
      lender={lender}
      other={otherDocument}
    />
  );
}
