import { userInfo } from '@sandali/contract/account.ts';
import {
  type BankCard,
  bankcardList,
  type Wallet,
  walletList,
} from '@sandali/contract/payoutAccounts.ts';
import { Fragment, useState } from 'react';
import { useServerQuery } from '#/client/query.ts';
import { type Text as TextOf, useText } from '#/i18n/text.ts';
import { navigate, useSearch } from '#/routes/navigation.ts';
import { addressOf } from '#/routes/paths.ts';
import { ReceiverMark } from '#/screens/ReceiverMark.tsx';
import { Query, type QueryState } from '#/shell/Query.tsx';
import { Badge } from '#/ui/Badge.tsx';
import { ButtonLink } from '#/ui/Button.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Empty } from '#/ui/Empty.tsx';
import { Page } from '#/ui/Layout.tsx';
import { List, Row } from '#/ui/List.tsx';
import { SkeletonRows } from '#/ui/Skeleton.tsx';
import { TabPanel, Tabs } from '#/ui/Tabs.tsx';
import { Text } from '#/ui/Text.tsx';
import { type AccountFacts, type AccountKind, AccountSheet } from './AccountSheet.tsx';

/**
 * /banklist (spec §2): bank accounts and e-wallets. The tab is in the address, so that going back
 * restores it.
 */
export default function Accounts() {
  const kind: AccountKind = useSearch().get('tab') === 'wallet' ? 'wallet' : 'bank';
  // The other kind of account is loaded when its tab is opened.
  const cards = useServerQuery(bankcardList, {}, { isOff: kind !== 'bank' });
  const wallets = useServerQuery(walletList, {}, { isOff: kind !== 'wallet' });
  const me = useServerQuery(userInfo, {});
  const [opened, setOpened] = useState<AccountFacts | null>(null);
  return (
    <>
      <AccountsView
        kind={kind}
        onKind={(to) =>
          void navigate(addressOf('accounts', { tab: to === 'wallet' ? to : undefined }), {
            replace: true,
          })
        }
        cards={cards}
        wallets={wallets}
        ownerName={me.data?.name ?? null}
        onOpen={setOpened}
      />
      {opened && <AccountSheet account={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

export type AccountsViewProps = {
  kind: AccountKind;
  onKind(kind: AccountKind): void;
  cards: QueryState<{ cards: readonly BankCard[] }>;
  wallets: QueryState<{ wallets: readonly Wallet[] }>;
  ownerName: string | null;
  onOpen(account: AccountFacts): void;
};

const panel = 'accounts';

/** Two tabs with masked accounts. The dock adds an account of the current tab's kind. */
export function AccountsView(props: AccountsViewProps) {
  const text = useText();
  const { kind, onKind, cards, wallets } = props;
  const options = [
    { value: 'bank', label: text('payoutAccounts.tab.bank') },
    { value: 'wallet', label: text('payoutAccounts.tab.wallet') },
  ] as const;
  return (
    <>
      <Page gap={3}>
        <Tabs
          label={text('title.accounts')}
          panelId={panel}
          options={options}
          value={kind}
          onChange={onKind}
        />
        <TabPanel id={panel} value={kind}>
          {kind === 'bank' ? (
            <Query
              read={cards}
              isSmall
              frame={Fragment}
              skeleton={<SkeletonRows label={text('payoutAccounts.loading')} />}
            >
              {(list) => <Rows {...props} rows={list.cards.map(bankRow)} />}
            </Query>
          ) : (
            <Query
              read={wallets}
              isSmall
              frame={Fragment}
              skeleton={<SkeletonRows label={text('payoutAccounts.loading')} />}
            >
              {(list) => <Rows {...props} rows={list.wallets.map(walletRow)} />}
            </Query>
          )}
        </TabPanel>
      </Page>
      <Footer>
        <Dock>
          <ButtonLink
            icon="plus"
            href={kind === 'bank' ? addressOf('addBank') : addressOf('addWallet')}
          >
            {text(kind === 'bank' ? 'payoutAccounts.bank.add' : 'payoutAccounts.wallet.add')}
          </ButtonLink>
        </Dock>
      </Footer>
    </>
  );
}

type RowsProps = Pick<AccountsViewProps, 'kind' | 'ownerName' | 'onOpen'> & {
  rows: readonly ReturnType<typeof bankRow>[];
};

function Rows({ kind, rows, ownerName, onOpen }: RowsProps) {
  const text = useText();
  if (rows.length === 0) {
    return (
      <Empty
        title={text(kind === 'bank' ? 'payoutAccounts.bank.none' : 'payoutAccounts.wallet.none')}
      >
        {text(kind === 'bank' ? 'payoutAccounts.bank.noneWhy' : 'payoutAccounts.wallet.noneWhy')}
      </Empty>
    );
  }
  return (
    <>
      <List>
        {rows.map((row) => (
          <AccountRow key={row.id} {...row} onOpen={() => onOpen(row)} />
        ))}
      </List>
      {ownerName && <Text size="s">{text('payoutAccounts.ownName', { name: ownerName })}</Text>}
    </>
  );
}

function bankRow(card: BankCard): AccountFacts {
  return { ...card, kind: 'bank', id: card.accountId, title: card.bankName, number: card.cardNo };
}

function walletRow(wallet: Wallet): AccountFacts {
  return {
    ...wallet,
    kind: 'wallet',
    id: wallet.accountId,
    title: wallet.walletName,
    number: wallet.phoneMasked,
  };
}

function AccountRow({ onOpen, ...account }: AccountFacts & { onOpen(): void }) {
  const text = useText();
  const { mark, title, number, isDefault } = account;
  const reason = whyNotPaid(text, account);
  return (
    <Row
      mark={<ReceiverMark mark={mark} />}
      title={title}
      detail={reason === null ? number : `${number} · ${reason}`}
      detailTone={reason === null ? 'quiet' : 'warn'}
      onClick={onOpen}
      end={
        reason === null &&
        isDefault && <Badge tone="positive">{text('payoutAccounts.default')}</Badge>
      }
    />
  );
}

/** Returns why an account cannot be paid now; null if it can. */
function whyNotPaid(text: TextOf, { whyNotPaid: reason, heldHours }: AccountFacts): string | null {
  if (reason === null) return null;
  return reason === 'held'
    ? text('payoutAccounts.why.held', { hours: heldHours })
    : text(`payoutAccounts.why.${reason}`);
}
