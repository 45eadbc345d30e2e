// The sun over the sea in every state: the arc, screen headers, the approval.

import { Amount, Figure } from '#/ui/Amount.tsx';
import { Arc } from '#/ui/Arc.tsx';
import { Badge } from '#/ui/Badge.tsx';
import { BoatAtSea } from '#/ui/BoatAtSea.tsx';
import { Button } from '#/ui/Button.tsx';
import { DueLine } from '#/ui/DueLine.tsx';
import { IconButton } from '#/ui/IconButton.tsx';
import { Meter } from '#/ui/Meter.tsx';
import { Sky } from '#/ui/Sky.tsx';
import { SkyBar } from '#/ui/SkyBar.tsx';
import { SunriseApproved } from '#/ui/SunriseApproved.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import { TopBar } from '#/ui/TopBar.tsx';
import { WordMark } from '#/ui/WordMark.tsx';
import type { Entry } from '#stories/entries.ts';

export const entries: Entry[] = [
  {
    group: 'Arc',
    name: 'the line',
    draw: () => (
      <Sky>
        <Arc value={0.7}>{inArc('You can borrow up to', 14000000, 'of your ₱200,000 line')}</Arc>
      </Sky>
    ),
  },
  {
    group: 'Arc',
    name: 'a range',
    draw: () => (
      <Sky>
        <Arc value={1} from={0.3}>
          <Text size="s">You could borrow</Text>
          <Amount centavos={6000000} size="l" decimals="whenAny" />
          <Text size="s">or more, once we know you</Text>
        </Arc>
      </Sky>
    ),
  },
  {
    group: 'Arc',
    name: 'waiting',
    draw: () => (
      <Sky>
        <Arc value={0.45}>
          <Text size="s">Under review</Text>
          <Figure>5 min</Figure>
          <Text size="s">answer by about 10:31</Text>
        </Arc>
      </Sky>
    ),
  },
  {
    group: 'Arc',
    name: 'nothing yet',
    draw: () => (
      <Sky>
        <Arc value={0}>{inArc('You can borrow up to', 0, 'of your ₱200,000 line')}</Arc>
      </Sky>
    ),
  },
  {
    group: 'Arc',
    name: 'overdue',
    draw: () => (
      <Sky>
        <Arc value={1} isSet>
          <Badge tone="bad">2 days overdue</Badge>
          <div>
            <Amount centavos={6200600} size="xl" />
          </div>
          <Text size="s">was due Wed, 18 Nov</Text>
        </Arc>
      </Sky>
    ),
  },
  {
    group: 'Sky',
    name: 'on the way',
    draw: () => (
      <Sky>
        <TopBar start={<WordMark />} />
        <BoatAtSea />
      </Sky>
    ),
  },
  {
    group: 'Sky',
    name: 'my line',
    draw: () => (
      <Sky isPadded>
        <Heading level={2} size="2xl">
          Ligaya Halimbawa
        </Heading>
        <Text size="s">0917 ••• 0142</Text>
        <SkyBar
          bar={
            <Meter
              tone="lit"
              value={7}
              max={10}
              label="Your line"
              valueText="₱140,000 of ₱200,000"
            />
          }
          start={
            <>
              <b>₱140,000</b> to borrow
            </>
          }
          end="of ₱200,000"
        />
      </Sky>
    ),
  },
  {
    group: 'Sky',
    name: 'due dates',
    draw: () => (
      <Sky isPadded>
        <Text size="s">To repay: 3 loans</Text>
        <Amount centavos={19506600} size="xl" />
        <DueLine
          todayLabel="today"
          label="Due dates: 18 November overdue, 22 November, 1 December"
          dues={[
            { inDays: -2, label: '18' },
            { inDays: 2, label: '22' },
            { inDays: 11, label: '1 Dec' },
          ]}
        />
      </Sky>
    ),
  },
  {
    group: 'Approved',
    name: 'the sun rises',
    isScreen: true,
    draw: () => (
      <SunriseApproved
        action={<IconButton icon="close" label="Close" />}
        title="Good news, Ligaya"
        line="Your line is open"
        amount={<Amount centavos={12000000} size="xl" decimals="whenAny" />}
        points={[
          'Borrow all or part of it, for 8 or 15 days',
          'Repay, and you can use it again',
          'An open line costs nothing',
        ]}
        consequence="₱60,000 for 15 days costs ₱2,955.00"
      >
        <Button look="sunny">Choose your amount</Button>
      </SunriseApproved>
    ),
  },
];

function inArc(above: string, centavos: number, below: string) {
  return (
    <>
      <Text size="s">{above}</Text>
      <Amount centavos={centavos} size="xl" decimals="whenAny" />
      <Text size="s">{below}</Text>
    </>
  );
}
