import type { LoanId } from '@sandali/contract/id.ts';
import type { ReactNode } from 'react';
import { callAddress } from '#/client/callAddress.ts';
import { unbreakable } from '#/client/unbreakable.ts';
import { useText } from '#/i18n/text.ts';
import { addressOf } from '#/routes/paths.ts';
import { Card } from '#/ui/Card.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import { TextLink } from '#/ui/TextLink.tsx';
import type { Place } from './channels.ts';

/** What to do when a code is turned away, the kiosk is offline, or a payment does not show (spec §8). */
export function CodeHelp({ place, telephone, loanId }: { place: Place | 'link'; telephone: string; loanId: LoanId }) {
  const text = useText();
  return (
    <Card as="section">
      <Stack gap={3}>
        <Heading level={2} size="m">
          {text('repayment.code.help')}
        </Heading>
        {place !== 'link' && place !== 'receipt' && (
          <Answer title={text('repayment.code.help.invalid')}>{text('repayment.code.help.invalidWords')}</Answer>
        )}
        {place === 'kiosk' && <Answer title={text('repayment.code.help.offline')}>{text('repayment.code.help.offlineWords')}</Answer>}
        <Stack gap={2}>
          <Answer title={text('repayment.code.help.notShown')}>{text('repayment.code.help.notShownWords')}</Answer>
          <Text size="s">
            <TextLink href={addressOf('complaints', { kind: 'paymentNotShown', loanId })}>{text('repayment.code.help.tell')}</TextLink>
          </Text>
          {telephone && (
            <Text size="s">
              <TextLink href={callAddress(telephone)}>{text('repayment.code.help.call', { telephone: unbreakable(telephone) })}</TextLink>
            </Text>
          )}
        </Stack>
      </Stack>
    </Card>
  );
}

function Answer({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Heading level={3} size="s">
        {title}
      </Heading>
      <Text size="s">{children}</Text>
    </div>
  );
}
