import { userMulti } from '@sandali/contract/home.ts';
import type { Centavos } from '@sandali/contract/money.ts';
import { type Growth, isPending, whatNow } from '@sandali/contract/whatNow.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { useConfig } from '#/client/config.ts';
import { useServerQuery } from '#/client/query.ts';
import { loadCatalogs } from '#/i18n/loadCatalogs.ts';
import { useText } from '#/i18n/text.ts';
import type { ServiceFacts } from '#/screens/my/ServiceSheet.tsx';
import { type Announcement, AnnouncementNote, useAnnouncement } from '#/shell/announcement.tsx';
import { setCounts } from '#/shell/badge.ts';
import { Query } from '#/shell/Query.tsx';
import { TabFooter } from '#/shell/TabFooter.tsx';
import { Arc } from '#/ui/Arc.tsx';
import { Page } from '#/ui/Layout.tsx';
import { SkeletonBar, SkeletonCard, SkeletonRows } from '#/ui/Skeleton.tsx';
import { type HomeFacts, standingOf } from './facts.ts';
import { HomeArc } from './HomeArc.tsx';
import { HomeBody } from './HomeBody.tsx';
import { HomeDock } from './HomeDock.tsx';
import { HomeHeader } from './HomeHeader.tsx';
import css from './home.module.css';

const everyMs = 3000;

/**
 * The home screen (spec §2). Refetches every three seconds while something can change without an
 * action by the borrower.
 */
export default function Home() {
  const home = useServerQuery(
    userMulti,
    {},
    { everyMs: (now) => isPending(standingOf(now)) && everyMs },
  );
  const { data } = home;
  const announcement = useAnnouncement('homeDialog', data?.announcement ?? '');
  const config = useConfig();
  const growth = useGrowth(
    data ? whatNow(standingOf(data)).growth : null,
    data?.quota?.offerCentavos ?? null,
    data?.quota?.obstacle === 'quotaUnaffordable',
  );
  const again = useAgain(data?.canBorrow === true && data.hasRepaid);
  useEffect(() => {
    if (data) setCounts(data.counts);
  }, [data]);

  return (
    <Query read={home} skeleton={<HomeLoading />} frame={HomeFailed}>
      {(answer) => (
        <HomeView
          home={answer}
          service={config}
          announcement={announcement}
          growth={growth}
          again={again}
          isRefreshing={home.isRefreshing}
          onRefresh={() => void home.refresh()}
        />
      )}
    </Query>
  );
}

const loadGrowth = async () => (await import('#/screens/limit/Growth.tsx')).growthAtHome;

/** Loads the section on a higher limit after the home screen, which works without it. */
function useGrowth(
  growth: Growth | null,
  offerCentavos: Centavos | null,
  isByIncome: boolean,
): ReactNode {
  const [part, setPart] = useState<ReactNode>(null);
  useEffect(() => {
    if (growth)
      void loadGrowth().then(
        (growthAtHome) => setPart(growthAtHome({ offerCentavos, isByIncome })),
        () => setPart(null),
      );
  }, [growth, offerCentavos, isByIncome]);
  return growth && part;
}

const loadAgain = async () =>
  (await Promise.all([import('#/screens/loan/SameAgain.tsx'), loadCatalogs(['loan'])]))[0]
    .againAtHome;

/** After the home screen, loads the offer to repeat the last repaid loan, if there is one. */
function useAgain(isOffered: boolean): ReactNode {
  const text = useText();
  const [part, setPart] = useState<ReactNode>(undefined);
  useEffect(() => {
    if (isOffered) void loadAgain().then(setPart, () => setPart(null));
  }, [isOffered]);
  return (
    isOffered &&
    (part === undefined ? <SkeletonRows count={1} label={text('home.loading')} /> : part)
  );
}

type HomeViewProps = {
  home: HomeFacts;
  /** How to reach customer service; null until the configuration is loaded. */
  service: ServiceFacts | null;
  announcement: Announcement;
  growth?: ReactNode;
  again?: ReactNode;
  isRefreshing: boolean;
  onRefresh(): void;
};

/** The home screen: the arc, the content for the current state, and the main action. */
export function HomeView({
  home,
  service,
  announcement,
  growth,
  again,
  isRefreshing,
  onRefresh,
}: HomeViewProps) {
  const now = whatNow(standingOf(home));
  return (
    <>
      <HomeHeader>
        <HomeArc home={home} scene={now.scene} />
      </HomeHeader>
      <Page isUnderSky gap={3}>
        <AnnouncementNote announcement={announcement} />
        <HomeBody home={home} scene={now.scene} service={service} growth={growth} again={again} />
      </Page>
      <HomeDock home={home} action={now.action} isRefreshing={isRefreshing} onRefresh={onRefresh} />
    </>
  );
}

/** The home screen before the first response. */
export function HomeLoading() {
  const text = useText();
  return (
    <>
      <HomeHeader>
        <Arc value={0}>
          <span className={css.bones}>
            <SkeletonBar width={6} isOnSky />
            <SkeletonBar width={10} height="l" isOnSky />
            <SkeletonBar width={8} isOnSky />
          </span>
        </Arc>
      </HomeHeader>
      <Page isUnderSky gap={3}>
        <SkeletonCard label={text('home.loading')} />
      </Page>
      <TabFooter />
    </>
  );
}

/** The home screen after a failed load: the header without its arc, and the tabs. */
export function HomeFailed({ children }: { children: ReactNode }) {
  return (
    <>
      <HomeHeader>{null}</HomeHeader>
      <Page isUnderSky>{children}</Page>
      <TabFooter />
    </>
  );
}
