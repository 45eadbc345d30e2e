// The agreements, with and without the lender's names and numbers.

import type { ReactNode } from 'react';
import type { PlainTextId } from '#/i18n/text.ts';
import type { Lender } from '#/screens/legal/LegalView.tsx';
import { PrivacyPolicyView } from '#/screens/legal/PrivacyPolicy.tsx';
import { ServiceAgreementView } from '#/screens/legal/ServiceAgreement.tsx';
import { Screen } from '#/ui/Layout.tsx';
import type { Entry } from '#stories/entries.ts';
import { ShellBar } from '#stories/ShellBar.tsx';

const lender: Lender = {
  companyName: 'Sandali Lending Corp.',
  companyRegNumber: 'CS000000000',
  companyAuthNumber: '0000',
  companyAddress: '1 Kalye Halimbawa, Makati City, Metro Manila',
  telephone: '(02) 5550 0100',
  serviceHours: '9:00–18:00',
  dpoContact: 'dpo@sandali.example',
};

const screen = (name: string, title: PlainTextId, drawn: ReactNode): Entry => ({
  group: 'Agreements',
  name,
  isScreen: true,
  draw: () => (
    <Screen>
      <ShellBar title={title} />
      {drawn}
    </Screen>
  ),
});

export const entries: Entry[] = [
  screen('service', 'title.serviceAgreement', <ServiceAgreementView lender={lender} />),
  screen(
    'service, lender on its way',
    'title.serviceAgreement',
    <ServiceAgreementView lender={null} />,
  ),
  screen('privacy', 'title.privacyPolicy', <PrivacyPolicyView lender={lender} />),
  screen(
    'privacy, no officer named',
    'title.privacyPolicy',
    <PrivacyPolicyView lender={{ ...lender, dpoContact: '' }} />,
  ),
];
