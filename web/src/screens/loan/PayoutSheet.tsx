import { useText } from '#/kit/text.ts';
import { Stack } from '#/ui/Layout.tsx';
import { List, RadioRows, Row } from '#/ui/List.tsx';
import { Mark } from '#/ui/Mark.tsx';
import { Sheet, SheetPanel } from '#/ui/Sheet.tsx';
import { Heading } from '#/ui/Text.tsx';
import { accountName, channelFaces, channelTerms, whyNot } from './channelWords.ts';
import type { Account, Channel, Payout } from './choice.ts';

export type PayoutSheetProps = {
  channels: readonly Channel[];
  chosen: Account | null;
  onPick(to: Payout): void;
  onAdd(kind: 'bank' | 'wallet'): void;
  onClose(): void;
  /** Only the drawing, within the page (for the gallery). */
  isDrawnOnly?: boolean;
};

/** Where the money should go: one's own accounts with fee and time, ways to add one, and what cannot serve this amount with the reason. */
export function PayoutSheet({ channels, chosen, onPick, onAdd, onClose, isDrawnOnly }: PayoutSheetProps) {
  const text = useText();
  const Frame = isDrawnOnly ? SheetPanel : Sheet;
  const open = channels.filter((one) => one.isAvailable);
  const shut = channels.filter((one) => !one.isAvailable);
  const accounts = open.flatMap((channel) => channel.accounts.map((account) => ({ channel, account })));
  return (
    <Frame title={text('loan.payout.title')} closeLabel={text('shell.close')} onClose={onClose}>
      <Stack gap={4}>
        {accounts.length > 0 && (
          <RadioRows
            label={text('loan.payout.title')}
            value={chosen?.accountId ?? ''}
            onChange={(id) => {
              const picked = accounts.find((one) => one.account.accountId === id);
              if (picked) onPick(picked);
            }}
            options={accounts.map(({ channel, account }) => ({
              value: account.accountId,
              mark: <Mark letters={account.mark} />,
              title: accountName(account),
              detail: channelTerms(text, channel),
            }))}
          />
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
                  icon={channelFaces[one.channel].icon}
                  title={text(channelFaces[one.channel].name)}
                  detail={whyNot(text, one)}
                />
              ))}
            </List>
          </Stack>
        )}
      </Stack>
    </Frame>
  );
}
