import type { RepaymentChannel } from '@sandali/contract/channel.ts';
import { type Centavos, formatPesos } from '@sandali/contract/money.ts';
import { memo, type ReactNode, useState } from 'react';
import { type Text as Speak, useText } from '#/i18n/text.ts';
import { sameValues } from '#/ui/each.ts';
import { type RadioRow, RadioRows } from '#/ui/List.tsx';
import { TabPanel, Tabs } from '#/ui/Tabs.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import { ChannelMark } from './ChannelMark.tsx';
import {
  type ChannelOffer,
  channelProblem,
  firstTab,
  partsPlan,
  type Tab,
} from './channelRules.ts';

type Props = {
  channels: readonly ChannelOffer[];
  /** The amount to pay; null while unknown. */
  amountCentavos: Centavos | null;
  /** The smallest part that may be paid at a time; null if a single payment is required. */
  leastPartCentavos: Centavos | null;
  value: RepaymentChannel | '';
  onChange(channel: RepaymentChannel): void;
  /** The note on the chosen channel, shown below the rows of its group. */
  note?: ReactNode;
};

const panelId = 'ways';

/**
 * The repayment channels: tabs for e-wallets and cardless channels, and all other channels below.
 */
export const ChannelChoice = memo(function ChannelChoice({
  channels,
  amountCentavos,
  leastPartCentavos,
  value,
  onChange,
  note,
}: Props) {
  const text = useText();
  const chosenTab = channels.find((way) => way.channel === value)?.tab;
  const [tab, setTab] = useState<Tab>(() =>
    chosenTab && chosenTab !== 'other' ? chosenTab : firstTab(channels),
  );
  const rowsOf = (on: ChannelOffer['tab']) =>
    channels
      .filter((way) => way.tab === on)
      .map((way) => rowOf(way, { amountCentavos, leastPartCentavos }, text));
  const tabs = (['wallet', 'cardless'] as const).map((tab) => ({
    value: tab,
    label: text(`repayment.choose.tab.${tab}`),
  }));
  const otherRows = rowsOf('other');
  return (
    <>
      {channels.every(({ feeCentavos }) => feeCentavos === 0) && (
        <Text size="s" weight="medium">
          {text('repayment.choose.free')}
        </Text>
      )}
      <Tabs
        label={text('repayment.choose.tabs')}
        value={tab}
        onChange={setTab}
        options={tabs}
        panelId={panelId}
      />
      <TabPanel id={panelId} value={tab}>
        <RadioRows
          label={text('repayment.choose.where')}
          value={value}
          onChange={onChange}
          options={rowsOf(tab)}
        />
      </TabPanel>
      {chosenTab === tab && note}
      {otherRows.length > 0 && (
        <>
          <Heading level={2} size="s">
            {text('repayment.choose.other')}
          </Heading>
          <RadioRows
            label={text('repayment.choose.other')}
            value={value}
            onChange={onChange}
            options={otherRows}
          />
          {chosenTab === 'other' && note}
        </>
      )}
    </>
  );
}, sameValues);

type Sum = Pick<Props, 'amountCentavos' | 'leastPartCentavos'>;

function rowOf(
  way: ChannelOffer,
  { amountCentavos, leastPartCentavos }: Sum,
  text: Speak,
): RadioRow<RepaymentChannel> {
  const problem = channelProblem(way, amountCentavos, leastPartCentavos);
  const count =
    amountCentavos === null || leastPartCentavos === null
      ? 1
      : (partsPlan(way, amountCentavos, leastPartCentavos)?.length ?? 1);
  const minimum = formatPesos(way.minimumCentavos);
  const maximum = formatPesos(way.maximumCentavos);
  const reasons = {
    notOffered: text('repayment.choose.notOffered'),
    paused: text('repayment.choose.paused'),
    amountTooSmall: text('repayment.choose.from', { amount: minimum }),
    amountTooLarge: text('repayment.choose.upTo', { amount: maximum }),
  };
  const title = text(`repayment.channel.${way.channel}`);
  return {
    value: way.channel,
    mark: <ChannelMark channel={way.channel} name={title} />,
    title,
    detail: problem
      ? reasons[problem]
      : count > 1
        ? text('repayment.choose.eachTime', {
            maximum: formatPesos(way.maximumCentavos, { drop00: true }),
            count,
          })
        : undefined,
    ...(problem && { isDisabled: true }),
    ...(problem &&
      problem !== 'notOffered' &&
      problem !== 'paused' && { detailTone: 'warn' as const }),
  };
}

/**
 * The button's labels before and after it is pressed, for channels with a code and for channels
 * with a link.
 */
export const buttonTexts = {
  code: ['repayment.choose.get', 'repayment.choose.getting'],
  link: ['repayment.choose.next', 'repayment.choose.opening'],
} as const;
