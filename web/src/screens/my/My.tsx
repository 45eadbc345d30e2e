import { userInfo } from '@sandali/contract/account.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { bankcardList, walletList } from '@sandali/contract/payoutAccounts.ts';
import { useEffect } from 'react';
import { useConfig } from '#/client/config.ts';
import { useServerQuery } from '#/client/query.ts';
import { clientVersion } from '#/client/version.ts';
import { setCounts } from '#/shell/badge.ts';
import { combineQueries, Query } from '#/shell/Query.tsx';
import { MyFailed, MyLoading } from './MyLoading.tsx';
import { MyView } from './MyView.tsx';

/** The profile (spec §2). The name and the line are needed to draw it; the accounts' names come when they come. */
export default function My() {
  const info = useServerQuery(userInfo, {});
  const home = useServerQuery(userMulti, {});
  const cards = useServerQuery(bankcardList, {});
  const wallets = useServerQuery(walletList, {});
  const config = useConfig();
  const counts = home.data?.counts;
  useEffect(() => {
    if (counts) setCounts(counts);
  }, [counts]);

  const accounts = [...(cards.data?.cards.map((card) => card.mark) ?? []), ...(wallets.data?.wallets.map((one) => one.walletName) ?? [])];
  return (
    <Query read={combineQueries({ info, home })} skeleton={<MyLoading />} frame={MyFailed}>
      {(both) => (
        <MyView
          info={both.info}
          line={both.home.line}
          unusedVouchers={both.home.counts.unusedVouchers}
          accounts={accounts}
          config={config}
          version={clientVersion()}
        />
      )}
    </Query>
  );
}
