import { userMulti } from '@sandali/contract/home.ts';
import { isPending, whatNow } from '@sandali/contract/whatNow.ts';
import { useEffect } from 'react';
import { useAnnouncement } from '#/client/announcement.ts';
import { useConfig } from '#/client/config.ts';
import { useServerQuery } from '#/client/query.ts';
import { setCounts } from '#/shell/badge.ts';
import { Query } from '#/shell/Query.tsx';
import { standingOf } from './facts.ts';
import { HomeFailed, HomeLoading } from './HomeLoading.tsx';
import { HomeView } from './HomeView.tsx';
import { useGrowth } from './useGrowth.ts';

const everyMs = 3000;

/** The loan home (spec §2). It asks again every three seconds while something moves by itself. */
export default function Home() {
  const home = useServerQuery(userMulti, {}, { everyMs: (now) => isPending(standingOf(now)) && everyMs });
  const { data } = home;
  const news = useAnnouncement('homeDialog', data?.announcement ?? '');
  const config = useConfig();
  const growth = useGrowth(data ? whatNow(standingOf(data)).growth : null, data?.quota?.offerCentavos ?? null);
  useEffect(() => {
    if (data) setCounts(data.counts);
  }, [data]);

  return (
    <Query read={home} skeleton={<HomeLoading />} frame={HomeFailed}>
      {(answer) => (
        <HomeView
          home={answer}
          service={config}
          news={news.shown}
          onNewsClose={news.close}
          growth={growth}
          isRefreshing={home.isRefreshing}
          onRefresh={() => void home.refresh()}
        />
      )}
    </Query>
  );
}
