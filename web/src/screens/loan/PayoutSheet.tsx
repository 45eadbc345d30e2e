import type { DataOf } from '@sandali/contract/call.ts';
import { isPickup, type PayoutChannel } from '@sandali/contract/channel.ts';
import { walletType } from '@sandali/contract/payoutAccounts.ts';
import { canBePaid, type Payout } from '@sandali/contract/payoutChoice.ts';
import type { ReactNode } from 'react';
import { useServerQuery } from '#/client/query.ts';
import { currentLocale, type PlainTextId, useText } from '#/i18n/text.ts';
import { navigate } from '#/routes/navigation.ts';
import { addressOf } from '#/routes/paths.ts';
import { ReceiverMark } from '#/screens/ReceiverMark.tsx';
import { Icon } from '#/ui/Icon.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { List, RadioRows, Row } from '#/ui/List.tsx';
import { usePicking } from '#/ui/picking.ts';
import { Sheet, SheetPanel } from '#/ui/Sheet.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import { accountProblem } from './accountTexts.ts';
import { channelLabels, channelProblem, channelTerms, payoutName } from './channelTexts.ts';
import type { Channel } from './choice.ts';
import { type Choice, choiceQuery, rememberQuery } from './draft.ts';

export type PayoutSheetProps = {
  channels: readonly Channel[];
  chosen: Payout | null;
  onPick(to: Payout): void;
  settled: Choice;
  onClose(): void;
};

/** `walletId` is the e-wallet to add. */
type Adding = { onAdd(kind: 'bank' | 'wallet', walletId?: string): void };
type PanelProps = Omit<PayoutSheetProps, 'settled'> & Adding & { wallets: Wallets };
type Wallets = DataOf<typeof walletType>['wallets'];

/**
 * Lets the borrower choose the receiver of the money. The list of e-wallets loads with the sheet
 * and is reused by the form that adds an e-wallet.
 */
export function PayoutSheet(props: PayoutSheetProps) {
  const { data } = useServerQuery(walletType, {});
  const text = useText();
  const { handlers, picked } = usePicking(props.onClose);
  const pick = (to: Payout) => {
    picked();
    props.onPick(to);
  };
  return (
    <Sheet
      title={text('loan.payout.title')}
      closeLabel={text('shell.close')}
      onClose={props.onClose}
    >
      <div {...handlers}>
        <PayoutChoice
          {...props}
          onPick={pick}
          onAdd={(...what) => void addAccount(props.settled, ...what)}
          wallets={data?.wallets ?? []}
        />
      </div>
    </Sheet>
  );
}

/**
 * Navigates to the form that adds an account. First stores the choice in this page's address, so
 * that the choice survives a reload.
 */
async function addAccount(settled: Choice, kind: 'bank' | 'wallet', wallet?: string) {
  const query = choiceQuery(settled);
  rememberQuery(query);
  await navigate(addressOf('loan', query), { replace: true });
  await navigate(addressOf(kind === 'bank' ? 'addBank' : 'addWallet', { for: 'loan', wallet }));
}

/** The sheet without its dialog (for stories). */
export function PayoutPanel(props: PanelProps) {
  const text = useText();
  return (
    <SheetPanel
      title={text('loan.payout.title')}
      closeLabel={text('shell.close')}
      onClose={props.onClose}
    >
      <PayoutChoice {...props} />
    </SheetPanel>
  );
}

/**
 * Lists e-wallets first (the two best known even before the borrower adds them), then bank
 * accounts, then counters. Options that are unavailable for this amount are last, each with the
 * reason.
 */
function PayoutChoice({ channels, chosen, onPick, onAdd, wallets }: Omit<PanelProps, 'onClose'>) {
  const text = useText();
  const open = channels.filter((channel) => channel.isAvailable);
  const shut = channels.filter((channel) => !channel.isAvailable);
  const openOf = (channel: PayoutChannel) => open.find((offer) => offer.channel === channel);
  const [wallet, bank] = [openOf('wallet'), openOf('bankCard')];
  const counters = open
    .filter((offer) => isPickup(offer.channel))
    .map((channel): Payout => ({ channel, account: null }));
  const group = { chosen, onPick };
  return (
    <Stack gap={4}>
      {wallet && (
        <Ways {...group} title="loan.channel.wallet" ways={waysOf(wallet)}>
          <WalletsToAdd channel={wallet} wallets={wallets} onAdd={onAdd} />
        </Ways>
      )}
      {bank && (
        <Ways {...group} title="loan.channel.bankCard" ways={waysOf(bank)}>
          <List>
            <Row
              isLow
              icon="plus"
              title={text('loan.payout.addBank')}
              onClick={() => onAdd('bank')}
            />
          </List>
        </Ways>
      )}
      {counters.length > 0 && (
        <Ways
          {...group}
          title="loan.payout.atCounter"
          ways={counters.sort((a, b) =>
            payoutName(text, a).localeCompare(payoutName(text, b), currentLocale()),
          )}
        >
          <Text size="s" tone="quiet">
            {text('loan.payout.cashHow')}
            {openOf('cardless') && ` ${text('loan.payout.atmHow')}`}
          </Text>
        </Ways>
      )}
      {shut.length > 0 && <NotNow channels={shut} />}
    </Stack>
  );
}

/** Returns a channel's accounts as payouts. Accounts that cannot be paid are last. */
function waysOf(channel: Channel): Payout[] {
  const ways = channel.accounts.map((account): Payout => ({ channel, account }));
  return ways.sort((a, b) => Number(isUnpaid(a)) - Number(isUnpaid(b)));
}

type WaysProps = Pick<PayoutSheetProps, 'chosen' | 'onPick'> & {
  title: PlainTextId;
  ways: readonly Payout[];
  children: ReactNode;
};

/** A group of payouts to choose from; links below the group add another payout. */
function Ways({ title, ways, chosen, onPick, children }: WaysProps) {
  const text = useText();
  return (
    <Stack>
      <Heading level={3} size="s" tone="quiet">
        {text(title)}
      </Heading>
      {ways.length > 0 && (
        <RadioRows
          label={text(title)}
          value={chosen ? idOf(chosen) : ''}
          onChange={(id) => {
            const picked = ways.find((way) => idOf(way) === id);
            if (picked) onPick(picked);
          }}
          options={ways.map((way) => ({
            value: idOf(way),
            ...(way.account
              ? { mark: <ReceiverMark mark={way.account.mark} /> }
              : { icon: channelLabels[way.channel.channel].icon }),
            title: payoutName(text, way),
            detail: (way.account && accountProblem(text, way.account)) ?? channelTerms(text, way),
            isDisabled: isUnpaid(way),
          }))}
        />
      )}
      {children}
    </Stack>
  );
}

/**
 * How many e-wallets, from the top of the server's list, are offered by name before they are added.
 */
const namedWallets = 2;

/**
 * The best known e-wallets that the borrower has not added yet, with fee and time, and a link to
 * all other e-wallets.
 */
function WalletsToAdd({
  channel,
  wallets,
  onAdd,
}: { channel: Channel; wallets: Wallets } & Adding) {
  const text = useText();
  const known = wallets
    .slice(0, namedWallets)
    .filter(
      (wallet) => wallet.canBePaid && !channel.accounts.some(({ mark }) => mark === wallet.mark),
    );
  return (
    <List>
      {known.map((wallet) => (
        <Row
          key={wallet.walletId}
          mark={<ReceiverMark mark={wallet.mark} />}
          title={text('loan.payout.add', { name: wallet.name })}
          detail={channelTerms(text, { channel, account: null })}
          end={<Icon name="plus" size="s" />}
          hasArrow={false}
          onClick={() => onAdd('wallet', wallet.walletId)}
        />
      ))}
      <Row
        isLow
        icon="plus"
        title={text(known.length > 0 ? 'loan.payout.addOther' : 'loan.payout.addWallet')}
        onClick={() => onAdd('wallet')}
      />
    </List>
  );
}

function NotNow({ channels }: Pick<PayoutSheetProps, 'channels'>) {
  const text = useText();
  return (
    <Stack>
      <Heading level={3} size="s" tone="quiet">
        {text('loan.payout.notNow')}
      </Heading>
      <List>
        {channels.map((offer) => (
          <Row
            key={offer.channel}
            isLow
            icon={channelLabels[offer.channel].icon}
            title={text(channelLabels[offer.channel].name)}
            detail={channelProblem(text, offer)}
          />
        ))}
      </List>
    </Stack>
  );
}

const isUnpaid = ({ account }: Payout): boolean => account !== null && !canBePaid(account);
const idOf = ({ channel, account }: Payout): string => account?.accountId ?? channel.channel;
