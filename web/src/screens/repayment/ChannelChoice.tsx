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
  /** What is to be paid; null while it is not known. */
  amountCentavos: Centavos | null;
  /** The smallest part in which it may be paid; null where it is paid at once or not at all. */
  leastPartCentavos: Centavos | null;
  value: RepaymentChannel | '';
  onChange(channel: RepaymentChannel): void;
  /** The note on the chosen channel; shown under the rows of its group. */
  note?: ReactNode;
};

const panelId = 'ways';

/** The channels: electronic wallet and cardless as tabs, the other ways below both. */
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
  const tabs = (['wallet', 'cardless'] as const).map((one) => ({
    value: one,
    label: text(`repayment.choose.tab.${one}`),
  }));
  const other = rowsOf('other');
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
      {other.length > 0 && (
        <>
          <Heading level={2} size="s">
            {text('repayment.choose.other')}
          </Heading>
          <RadioRows
            label={text('repayment.choose.other')}
            value={value}
            onChange={onChange}
            options={other}
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
  const why = channelProblem(way, amountCentavos, leastPartCentavos);
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
    detail: why
      ? reasons[why]
      : count > 1
        ? text('repayment.choose.eachTime', {
            maximum: formatPesos(way.maximumCentavos, { drop00: true }),
            count,
          })
        : undefined,
    ...(why && { isDisabled: true }),
    ...(why && why !== 'notOffered' && why !== 'paused' && { detailTone: 'warn' as const }),
  };
}

/** The button before and after it was pressed: a link is not got as a code is. */
export const buttonTexts = {
  code: ['repayment.choose.get', 'repayment.choose.getting'],
  link: ['repayment.choose.next', 'repayment.choose.opening'],
} as const;
