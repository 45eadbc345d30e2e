import { useEffect } from 'react';
import { callAddress } from '#/client/callAddress.ts';
import { unbreakable } from '#/client/unbreakable.ts';
import { useLazy } from '#/client/useLazy.ts';
import { loadCatalogs } from '#/i18n/loadCatalogs.ts';
import { useText } from '#/i18n/text.ts';
import { addressOf } from '#/routes/paths.ts';
import { ButtonLink } from '#/ui/Button.tsx';
import { Card } from '#/ui/Card.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Centered, Empty } from '#/ui/Empty.tsx';
import { Page } from '#/ui/Layout.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import { TextLink } from '#/ui/TextLink.tsx';
import { Timeline } from '#/ui/Timeline.tsx';
import type { Status } from './answers.ts';
import { type CodeProps, CodeView } from './CodeView.tsx';
import { codeScene } from './codeScene.ts';
import { LinkView } from './LinkView.tsx';
import { paysByLink } from './link.ts';
import { OnItsWay } from './OnItsWay.tsx';
import { otherChannelAddress } from './otherChannelAddress.ts';
import { ResultView } from './ResultView.tsx';
import { ClosedLoan } from './StaleNote.tsx';

/** The screen of a payment code in every state. */
export function CodeScreen({ status, bill, telephone }: CodeProps) {
  const text = useText();
  const scene = codeScene(status);
  const channel = text(`repayment.channel.${status.channel}`);
  switch (scene) {
    case 'making':
      return status.takesLong ? (
        <SlowCode status={status} telephone={telephone} />
      ) : (
        <Making status={status} />
      );
    case 'onItsWay':
      return <OnItsWay status={status} telephone={telephone} />;
    case 'ready':
      if (status.link !== null)
        return <LinkView status={status} link={status.link} telephone={telephone} />;
      return <CodeView status={status} bill={bill} telephone={telephone} />;
    case 'repaid':
      return <Repaid status={status} bill={bill} />;
    case 'returned':
    case 'extended':
    case 'partlyPaid':
    case 'received':
      return <ResultView status={status} bill={bill} />;
    case 'closed':
      return <ClosedLoan />;
    case 'expired':
      return <Expired status={status} bill={bill} />;
    case 'declined':
      return (
        <Ended
          status={status}
          title={text('repayment.link.declinedTitle', { channel })}
          action={text('repayment.link.again')}
          href={otherChannelAddress(status)}
        >
          {text('repayment.link.declinedWords')}
        </Ended>
      );
    case 'refused':
      return (
        <Ended
          status={status}
          title={text('repayment.code.refusedTitle', { channel })}
          action={text('repayment.code.otherChannel')}
          href={otherChannelAddress(status)}
        >
          {text('repayment.code.refusedWords')}
        </Ended>
      );
  }
}

const loadStep = async () =>
  (await Promise.all([import('#/screens/limit/RepaidStep.tsx'), loadCatalogs(['home'])]))[0];

/**
 * Shown when the loan is repaid. The earned limit step loads later, because the screen works
 * without it.
 */
function Repaid({ status, bill }: Pick<CodeProps, 'status' | 'bill'>) {
  const { part, load } = useLazy(loadStep);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is loaded once
  useEffect(() => void load(), []);
  return <ResultView status={status} bill={bill} step={part && <part.RepaidStep />} />;
}

/** An expired code. The consequence depends on the code's purpose. */
function Expired({ status, bill }: Pick<CodeProps, 'status' | 'bill'>) {
  const text = useText();
  // The code may expire before the right to return does; the bill's response says whether that
  // right remains.
  if (status.purpose === 'coolingOff' && bill?.coolingOff === null) {
    return (
      <Ended
        status={status}
        title={text('repayment.code.returnEndedTitle')}
        action={text('repayment.code.toBill')}
        href={addressOf('bill', { loanId: status.loanId })}
      >
        {text('repayment.code.returnEndedWords')}
      </Ended>
    );
  }
  if (status.extension?.state === 'lapsed') {
    return (
      <Ended
        status={status}
        title={text('repayment.code.extendEndedTitle')}
        action={text('repayment.code.toWays')}
        href={addressOf('extension', { loanId: status.loanId })}
      >
        {text('repayment.code.extendEndedWords')}
      </Ended>
    );
  }
  if (paysByLink(status.channel)) {
    return (
      <Ended
        status={status}
        title={text('repayment.link.endedTitle')}
        action={text('repayment.link.again')}
        href={otherChannelAddress(status)}
      >
        {text('repayment.link.endedWords')}
      </Ended>
    );
  }
  return (
    <Ended
      status={status}
      title={text('repayment.code.expiredTitle')}
      action={text('repayment.code.newCode')}
      href={otherChannelAddress(status)}
    >
      {text('repayment.code.expiredWords')}
    </Ended>
  );
}

function Making({ status }: { status: Status }) {
  const text = useText();
  const channel = text(`repayment.channel.${status.channel}`);
  if (paysByLink(status.channel)) {
    return (
      <Page>
        <Centered role="status">
          <Empty picture="calm" title={text('repayment.link.making', { channel })}>
            {text('repayment.code.fewSeconds')}
          </Empty>
        </Centered>
      </Page>
    );
  }
  return (
    <Page>
      <div role="status">
        <Heading level={2}>{text('repayment.code.making')}</Heading>
      </div>
      <Card>
        <Timeline
          moments={[
            {
              state: 'done',
              title: text('repayment.code.asked'),
              stateText: text('repayment.bill.moment.done'),
            },
            {
              state: 'now',
              title: text('repayment.code.channelMakes', { channel }),
              detail: text('repayment.code.fewSeconds'),
              stateText: text('repayment.bill.moment.now'),
            },
            {
              state: 'next',
              title: text('repayment.code.next'),
              stateText: text('repayment.bill.moment.next'),
            },
          ]}
        />
      </Card>
    </Page>
  );
}

type EndedProps = {
  status: Status;
  title: string;
  action: string;
  /** The action's target; the payment options by default. */
  href?: string;
  children: string;
};

function Ended({
  status,
  title,
  action,
  href = addressOf('repayment', { loanId: status.loanId }),
  children,
}: EndedProps) {
  return (
    <>
      <Page>
        <Centered role="status">
          <Empty picture={status.state === 'refused' ? 'cloud' : 'nothing'} title={title}>
            {children}
          </Empty>
        </Centered>
      </Page>
      <Footer>
        <Dock>
          <ButtonLink href={href}>{action}</ButtonLink>
        </Dock>
      </Footer>
    </>
  );
}

/**
 * Shown if a code request takes longer than usual: the borrower may wait, pay another way or get
 * help.
 */
function SlowCode({ status, telephone }: { status: Status; telephone: string }) {
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
          <ButtonLink href={otherChannelAddress(status)}>
            {text('repayment.code.otherChannel')}
          </ButtonLink>
        </Dock>
      </Footer>
    </>
  );
}
