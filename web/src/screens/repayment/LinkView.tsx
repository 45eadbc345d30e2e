import { useText } from '#/i18n/text.ts';
import { Amount } from '#/ui/Amount.tsx';
import { ButtonLink } from '#/ui/Button.tsx';
import { Card } from '#/ui/Card.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Page, Stack } from '#/ui/Layout.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import type { Status } from './answers.ts';
import { CodeHelp, OtherChannel, PartNote } from './CodeHelp.tsx';
import { CodeSteps } from './CodeSteps.tsx';
import { CodePurpose, MinutesLeft } from './CodeView.tsx';

/**
 * A link to the payment page of a wallet or card: the amount, the steps, how long the link is
 * valid, and what happens when the borrower returns.
 */
export function LinkView({
  status,
  link,
  telephone,
}: {
  status: Status;
  link: string;
  telephone: string;
}) {
  const text = useText();
  const { channel, amountCentavos } = status;
  const name = text(`repayment.channel.${channel}`);
  const isCard = channel === 'bankCard';
  return (
    <>
      <Page>
        <Heading level={2}>
          {isCard ? text('repayment.link.byCard') : text('repayment.link.at', { channel: name })}
        </Heading>
        <CodePurpose status={status} />
        <PartNote status={status} />
        <Card>
          <Stack gap={1}>
            <Text size="s">{text('repayment.link.youPay')}</Text>
            {amountCentavos !== null && <Amount centavos={amountCentavos} size="l" />}
            <Text weight="medium">
              <MinutesLeft status={status} />
            </Text>
          </Stack>
        </Card>
        <CodeSteps place="link" />
        <CodeHelp place="link" telephone={telephone} status={status} />
        <OtherChannel status={status} />
      </Page>
      <Footer>
        <Dock consequence={text('repayment.link.leave')}>
          {/* The target makes the router ignore the link, so the browser opens it in the same tab. */}
          <ButtonLink href={link} target="_self" rel="noreferrer">
            {isCard
              ? text('repayment.link.openCard')
              : text('repayment.link.open', { channel: name })}
          </ButtonLink>
        </Dock>
      </Footer>
    </>
  );
}
