import { callAddress } from '#/client/callAddress.ts';
import { unbreakable } from '#/client/unbreakable.ts';
import { useText } from '#/i18n/text.ts';
import { addressOf } from '#/routes/paths.ts';
import { ButtonLink } from '#/ui/Button.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Centered, Empty } from '#/ui/Empty.tsx';
import { Page } from '#/ui/Layout.tsx';
import { Text } from '#/ui/Text.tsx';
import { TextLink } from '#/ui/TextLink.tsx';
import type { Status } from './answers.ts';
import { otherChannelAddress } from './otherChannelAddress.ts';

/** A code that is still being made, longer than usual: it may be waited for, and another way to pay and help are at hand. */
export function SlowCode({ status, telephone }: { status: Status; telephone: string }) {
  const text = useText();
  const { channel, loanId } = status;
  return (
    <>
      <Page>
        <Centered role="status">
          <Empty picture="calm" title={text('repayment.code.slow')}>
            {text('repayment.code.slowWords', { channel: text(`repayment.channel.${channel}`) })}
          </Empty>
        </Centered>
        <Text size="s" align="center">
          <TextLink isAlone href={addressOf('complaints', { kind: 'other', loanId })}>
            {text('repayment.code.help.tell')}
          </TextLink>
        </Text>
        {telephone && (
          <Text size="s" align="center">
            <TextLink isAlone href={callAddress(telephone)}>
              {text('repayment.code.help.call', { telephone: unbreakable(telephone) })}
            </TextLink>
          </Text>
        )}
      </Page>
      <Footer>
        <Dock>
          <ButtonLink href={otherChannelAddress(status)}>{text('repayment.code.otherChannel')}</ButtonLink>
        </Dock>
      </Footer>
    </>
  );
}
