import { useText } from '#/i18n/text.ts';
import { addressOf } from '#/routes/paths.ts';
import { Amount } from '#/ui/Amount.tsx';
import { ButtonLink } from '#/ui/Button.tsx';
import { Card } from '#/ui/Card.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Page, Stack } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import type { Status } from './answers.ts';
import { CodeHelp, PartNote } from './CodeHelp.tsx';
import { CodePurpose } from './CodeView.tsx';

/**
 * Shown if a payment was made but has not arrived. Hides its code or link, so that the borrower
 * does not pay twice.
 */
export function OnItsWay({ status, telephone }: { status: Status; telephone: string }) {
  const text = useText();
  const { channel, amountCentavos, loanId } = status;
  return (
    <>
      <Page>
        <Heading level={2}>{text(`repayment.channel.${channel}`)}</Heading>
        <Note role="status" icon="clock" title={text('repayment.code.onItsWay')}>
          {text('repayment.link.once')}
        </Note>
        <CodePurpose status={status} />
        <PartNote status={status} />
        {amountCentavos !== null && (
          <Card>
            <Stack gap={1}>
              <Text size="s">{text('repayment.result.paid')}</Text>
              <Amount centavos={amountCentavos} size="l" />
            </Stack>
          </Card>
        )}
        <CodeHelp place="link" telephone={telephone} status={status} />
      </Page>
      <Footer>
        <Dock>
          <ButtonLink
            look="soft"
            href={addressOf('status', { showType: 'repaymentInProgress', loanId })}
          >
            {text('repayment.link.follow')}
          </ButtonLink>
        </Dock>
      </Footer>
    </>
  );
}
