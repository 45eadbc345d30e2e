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
import { CodeHelp, OtherChannel, PartNote } from './CodeHelp.tsx';
import { CodeSteps } from './CodeSteps.tsx';
import { CodePurpose } from './CodeView.tsx';
import { codeScene } from './codeScene.ts';

/** The way to the page of a wallet or a card: what is paid there, how, for how long, and what happens after coming back. */
export function LinkView({ status, link, telephone }: { status: Status; link: string; telephone: string }) {
  const text = useText();
  const { channel, amountCentavos, secondsLeft, loanId } = status;
  const name = text(`repayment.channel.${channel}`);
  const isOnItsWay = codeScene(status) === 'onItsWay';
  return (
    <>
      <Page>
        <Heading level={2}>{text('repayment.link.at', { channel: name })}</Heading>
        {isOnItsWay && (
          <Note role="status" icon="clock" title={text('repayment.code.onItsWay')}>
            {text('repayment.link.once')}
          </Note>
        )}
        <CodePurpose status={status} />
        <PartNote status={status} />
        <Card>
          <Stack gap={1}>
            <Text size="s">{text('repayment.link.youPay')}</Text>
            {amountCentavos !== null && <Amount centavos={amountCentavos} size="l" />}
            {!isOnItsWay && secondsLeft !== null && (
              <Text weight="medium">{text('repayment.code.minutes', { minutes: Math.ceil(secondsLeft / 60) })}</Text>
            )}
          </Stack>
        </Card>
        <CodeSteps place="link" />
        <CodeHelp place="link" telephone={telephone} status={status} />
        {!isOnItsWay && <OtherChannel status={status} />}
      </Page>
      <Footer>
        {isOnItsWay ? (
          <Dock consequence={text('repayment.code.watch')}>
            <ButtonLink look="soft" href={addressOf('status', { showType: 'repaymentInProgress', loanId })}>
              {text('repayment.link.follow')}
            </ButtonLink>
          </Dock>
        ) : (
          <Dock consequence={text('repayment.link.leave')}>
            {/* Its own target keeps it from being taken for a screen of this program: the browser goes there, and back, in the same tab. */}
            <ButtonLink href={link} target="_self" rel="noreferrer">
              {channel === 'bankCard' ? text('repayment.link.openCard') : text('repayment.link.open', { channel: name })}
            </ButtonLink>
          </Dock>
        )}
      </Footer>
    </>
  );
}
