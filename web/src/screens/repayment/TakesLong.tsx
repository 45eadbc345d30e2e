import { callAddress } from '#/client/callAddress.ts';
import { onePiece } from '#/client/onePiece.ts';
import { useText } from '#/i18n/text.ts';
import { addressOf } from '#/routes/paths.ts';
import { ButtonLink } from '#/ui/Button.tsx';
import { Dock, Foot } from '#/ui/Dock.tsx';
import { Empty, Middle } from '#/ui/Empty.tsx';
import { Page } from '#/ui/Layout.tsx';
import { Text } from '#/ui/Text.tsx';
import { TextLink } from '#/ui/TextLink.tsx';
import type { Status } from './answers.ts';
import { elsewhere } from './elsewhere.ts';

/** A code that is still being made, longer than usual: it may be waited for, and another way to pay and help are at hand. */
export function TakesLong({ status, telephone }: { status: Status; telephone: string }) {
  const text = useText();
  const { channel, loanId } = status;
  return (
    <>
      <Page>
        <Middle role="status">
          <Empty picture="calm" title={text('repayment.code.slow')}>
            {text('repayment.code.slowWords', { channel: text(`repayment.channel.${channel}`) })}
          </Empty>
        </Middle>
        <Text size="s" align="center">
          <TextLink isAlone href={addressOf('complaints', { kind: 'other', loanId })}>
            {text('repayment.code.help.tell')}
          </TextLink>
        </Text>
        {telephone && (
          <Text size="s" align="center">
            <TextLink isAlone href={callAddress(telephone)}>
              {text('repayment.code.help.call', { telephone: onePiece(telephone) })}
            </TextLink>
          </Text>
        )}
      </Page>
      <Foot>
        <Dock>
          <ButtonLink href={elsewhere(status)}>{text('repayment.code.otherChannel')}</ButtonLink>
        </Dock>
      </Foot>
    </>
  );
}
