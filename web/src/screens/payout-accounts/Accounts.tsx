import { userInfo } from '@sandali/contract/account.ts';
import { bankcardList, walletList } from '@sandali/contract/payoutAccounts.ts';
import { useState } from 'react';
import { useServerQuery } from '#/client/query.ts';
import { navigate, useSearch } from '#/routes/navigation.ts';
import { addressOf } from '#/routes/paths.ts';
import { AccountSheet } from './AccountSheet.tsx';
import { type AccountFacts, type AccountKind, AccountsView } from './AccountsView.tsx';

/** My bank accounts and e-wallets (spec §2, /banklist). The tab stands in the address, so that a step back finds it again. */
export default function Accounts() {
  const kind: AccountKind = useSearch().get('tab') === 'wallet' ? 'wallet' : 'bank';
  const cards = useServerQuery(bankcardList, {});
  const wallets = useServerQuery(walletList, {});
  const me = useServerQuery(userInfo, {});
  const [opened, setOpened] = useState<AccountFacts | null>(null);
  return (
    <>
      <AccountsView
        kind={kind}
        onKind={(to) => void navigate(addressOf('accounts', { tab: to === 'wallet' ? to : undefined }), { replace: true })}
        cards={cards}
        wallets={wallets}
        ownerName={me.data?.name ?? null}
        onOpen={setOpened}
      />
      {opened && <AccountSheet account={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
