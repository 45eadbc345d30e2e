// Lists, tickets and timelines, with their empty and loading states.

import { Amount } from '#/ui/Amount.tsx';
import { Badge, Count } from '#/ui/Badge.tsx';
import { ButtonLink } from '#/ui/Button.tsx';
import { Empty, ErrorState } from '#/ui/Empty.tsx';
import { IconButton } from '#/ui/IconButton.tsx';
import { Inline, Stack } from '#/ui/Layout.tsx';
import { List, RadioRows, Row } from '#/ui/List.tsx';
import { Mark } from '#/ui/Mark.tsx';
import { Picture, type PictureName } from '#/ui/Picture.tsx';
import { SkeletonCard, SkeletonRows, SkeletonSky } from '#/ui/Skeleton.tsx';
import { Sky } from '#/ui/Sky.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import { Ticket } from '#/ui/Ticket.tsx';
import { Timeline } from '#/ui/Timeline.tsx';
import type { Entry } from '#stories/entries.ts';
import { nothing } from '#stories/fixtures.ts';

export const entries: Entry[] = [
  {
    group: 'List',
    name: 'rows',
    draw: () => (
      <List>
        <Row
          href="#bank"
          icon="bank"
          title="To BDO ••4821"
          detail="About 10 minutes · ₱10.00 fee"
        />
        <Row
          href="#next"
          icon="calendar"
          title="Next payment"
          detail="Sat, 5 Dec · in 15 days"
          end={
            <Text as="span">
              <Amount centavos={6165000} />
            </Text>
          }
        />
        <Row
          isLow
          href="#coupons"
          icon="ticket"
          title="Coupons"
          end={<Count value={3} label="3 unused" />}
        />
        <Row isLow onClick={nothing} icon="globe" title="Language" end="English" />
        <Row isLow onClick={nothing} icon="logout" title="Log out" hasArrow={false} />
        <Row
          mark={<Mark letters="BPI" colour="#8f1d2c" />}
          title="BPI"
          detail="Savings ••0937"
          end={<Badge tone="positive">Payouts</Badge>}
          action={<IconButton icon="trash" label="Remove BPI ••0937" />}
        />
      </List>
    ),
  },
  {
    group: 'List',
    name: 'rows to choose',
    draw: () => (
      <RadioRows
        label="Where to pay"
        value="711"
        onChange={nothing}
        options={[
          {
            value: '711',
            mark: <Mark letters="7" colour="#0b6b3a" />,
            title: '7-Eleven',
            detail: 'No fee · counts at once',
          },
          {
            value: 'qr',
            mark: <Mark letters="QR" />,
            title: 'QR Ph',
            detail: 'No fee · any bank or wallet',
          },
          {
            value: 'pp',
            mark: <Mark letters="PP" colour="#8a4b00" />,
            title: 'Palawan Express',
            detail: 'Takes up to ₱50,000.00 at once',
            detailTone: 'warn',
            isDisabled: true,
          },
        ]}
      />
    ),
  },
  {
    group: 'List',
    name: 'bills, badges',
    draw: () => (
      <Stack>
        <Heading level={3} size="s" tone="bad">
          Overdue
        </Heading>
        <List>
          <Row
            href="#bill"
            hasArrow={false}
            title="₱60,000 · 15 days"
            detail="was due Wed, 18 Nov"
            end={
              <>
                <Text as="span">
                  <Amount centavos={6200600} />
                </Text>
                <Badge tone="bad">2 days late</Badge>
              </>
            }
          />
        </List>
        <Inline isWrapping>
          <Badge>in 11 days</Badge>
          <Badge tone="warn">in 2 days</Badge>
          <Badge tone="bad">2 days late</Badge>
          <Badge tone="positive">Paid</Badge>
        </Inline>
      </Stack>
    ),
  },
  {
    group: 'State',
    name: 'loading',
    draw: () => (
      <Stack gap={3}>
        <Sky isPadded>
          <SkeletonSky label="Loading" />
        </Sky>
        <SkeletonRows count={2} label="Loading your loans" />
        <SkeletonRows isApart={false} count={2} label="Loading your accounts" />
        <SkeletonCard label="Loading the bill" />
      </Stack>
    ),
  },
  {
    group: 'State',
    name: 'empty',
    draw: () => (
      <Empty picture="calm" title="Calm waters">
        You have no open bills. Your open loans and their due dates appear here.
      </Empty>
    ),
  },
  {
    group: 'State',
    name: 'empty, small, with a step',
    draw: () => (
      <Empty
        isSmall
        picture="coupons"
        title="No coupons right now"
        action={
          <ButtonLink look="soft" size="fit" href="#home">
            Back to Home
          </ButtonLink>
        }
      >
        We put one here when there is one for you.
      </Empty>
    ),
  },
  {
    group: 'State',
    name: 'error',
    draw: () => (
      <ErrorState title="We could not load this" onRetry={nothing} retryLabel="Try again">
        Network abnormal, please try again later. Your loans and payments are safe.
      </ErrorState>
    ),
  },
  {
    group: 'State',
    name: 'pictures',
    draw: () => (
      <Inline isWrapping>
        {(['arrived', 'nothing', 'lock', 'coupons', 'update'] as PictureName[]).map((name) => (
          <Picture key={name} name={name} size="s" />
        ))}
      </Inline>
    ),
  },
  {
    group: 'Ticket',
    name: 'best, open, gone',
    draw: () => (
      <Stack gap={3}>
        <Ticket
          state="best"
          worth={<Amount centavos={15000} size="l" decimals="whenAny" />}
          unit="off interest"
          title="Weekday thank-you"
          detail="Loans from ₱60,000"
          until="Ends in 10 days, 30 Nov"
          isEnding
        />
        <Ticket
          worth={<Amount centavos={8000} size="l" decimals="whenAny" />}
          unit="off interest"
          title="Welcome back"
          detail="Loans from ₱60,000"
          until="Ends Thu, 31 Dec"
          onPick={nothing}
          isPicked
        />
        <Ticket
          state="gone"
          worth={<Amount centavos={5000} size="l" decimals="whenAny" />}
          unit="off interest"
          title="Hello"
          detail="Loans from ₱60,000"
          until="Used Tue, 3 Nov"
        />
      </Stack>
    ),
  },
  {
    group: 'Timeline',
    name: 'done, late, now, next',
    draw: () => (
      <Timeline
        label="Your loan"
        moments={[
          { state: 'done', title: 'Approved', at: '10:25', stateText: 'done' },
          {
            state: 'late',
            title: 'Due date passed',
            at: '18 Nov',
            detail: 'Late charge of ₱103.00 a day began',
            stateText: 'late',
          },
          {
            state: 'now',
            title: 'The bank is sending it',
            at: 'now',
            detail: 'Usually 10 minutes.',
            stateText: 'now',
          },
          { state: 'next', title: 'In your account', at: 'by 10:36', stateText: 'next' },
        ]}
      />
    ),
  },
];
