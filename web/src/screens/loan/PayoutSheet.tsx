import { isPickup } from '@sandali/contract/channel.ts';
import { canBePaid, type Payout } from '@sandali/contract/payoutChoice.ts';
import { useText } from '#/i18n/text.ts';
import { Stack } from '#/ui/Layout.tsx';
import { List, RadioRows, Row } from '#/ui/List.tsx';
import { Mark } from '#/ui/Mark.tsx';
import { Sheet, SheetPanel } from '#/ui/Sheet.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import { accountProblem } from './accountTexts.ts';
import { channelLabels, channelProblem, channelTerms, payoutName } from './channelTexts.ts';
import type { Channel } from './choice.ts';

export type PayoutSheetProps = {
  channels: readonly Channel[];
  chosen: Payout | null;
  onPick(to: Payout): void;
  onAdd(kind: 'bank' | 'wallet'): void;
  onClose(): void;
  /** Only the drawing, within the page (for the gallery). */
  isDrawnOnly?: boolean;
};

/** Where the money should go: one's own accounts and counters with fee and time, ways to add an account, and what cannot be paid, or not this amount, with the reason. */
export function PayoutSheet({ channels, chosen, onPick, onAdd, onClose, isDrawnOnly }: PayoutSheetProps) {
  const text = useText();
  const Frame = isDrawnOnly ? SheetPanel : Sheet;
  const open = channels.filter((one) => one.isAvailable);
  const shut = channels.filter((one) => !one.isAvailable);
  const ways = open
    .flatMap((channel): Payout[] =>
      isPickup(channel.channel) ? [{ channel, account: null }] : channel.accounts.map((account) => ({ channel, account })),
    )
    // What cannot be chosen comes last.
    .sort((a, b) => Number(isUnpaid(a)) - Number(isUnpaid(b)));
  return (
    <Frame title={text('loan.payout.title')} closeLabel={text('shell.close')} onClose={onClose}>
      <Stack gap={4}>
        {ways.length > 0 && (
          <RadioRows
            label={text('loan.payout.title')}
            value={chosen ? idOf(chosen) : ''}
            onChange={(id) => {
              const picked = ways.find((one) => idOf(one) === id);
              if (picked) onPick(picked);
            }}
            options={ways.map((way) => ({
              value: idOf(way),
              ...(way.account ? { mark: <Mark letters={way.account.mark} /> } : { icon: channelLabels[way.channel.channel].icon }),
              title: payoutName(text, way),
              detail: (way.account && accountProblem(text, way.account)) ?? channelTerms(text, way),
              isDisabled: isUnpaid(way),
            }))}
          />
        )}
        {open.some((one) => isPickup(one.channel)) && (
          <Text size="s" tone="quiet">
            {text('loan.payout.cashHow')}
          </Text>
        )}
        <List>
          {open.some((one) => one.channel === 'bankCard') && (
            <Row isLow icon="plus" title={text('loan.payout.addBank')} onClick={() => onAdd('bank')} />
          )}
          {open.some((one) => one.channel === 'wallet') && (
            <Row isLow icon="plus" title={text('loan.payout.addWallet')} onClick={() => onAdd('wallet')} />
          )}
        </List>
        {shut.length > 0 && (
          <Stack>
            <Heading level={3} size="s" tone="quiet">
              {text('loan.payout.notNow')}
            </Heading>
            <List>
              {shut.map((one) => (
                <Row
                  key={one.channel}
                  isLow
                  icon={channelLabels[one.channel].icon}
                  title={text(channelLabels[one.channel].name)}
                  detail={channelProblem(text, one)}
                />
              ))}
            </List>
          </Stack>
        )}
      </Stack>
    </Frame>
  );
}

const isUnpaid = ({ account }: Payout): boolean => account !== null && !canBePaid(account);
const idOf = ({ channel, account }: Payout): string => account?.accountId ?? channel.channel;
