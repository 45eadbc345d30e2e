import { whatNow } from '@sandali/contract/whatNow.ts';
import type { ReactNode } from 'react';
import { useText } from '#/i18n/text.ts';
import type { ServiceFacts } from '#/screens/my/ServiceSheet.tsx';
import { Page } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { type HomeFacts, standingOf } from './facts.ts';
import { HomeArc } from './HomeArc.tsx';
import { HomeBody } from './HomeBody.tsx';
import { HomeDock } from './HomeDock.tsx';
import { HomeHeader } from './HomeHeader.tsx';

export type HomeViewProps = {
  home: HomeFacts;
  /** How to reach customer service; null until the configuration has come. */
  service: ServiceFacts | null;
  /** The announcement to show now. */
  news: string | null;
  onNewsClose(): void;
  /** What is said of a higher limit. */
  growth?: ReactNode;
  isRefreshing: boolean;
  onRefresh(): void;
};

/** The home screen: the arc, what belongs to the state, and the one action. */
export function HomeView({ home, service, news, onNewsClose, growth, isRefreshing, onRefresh }: HomeViewProps) {
  const text = useText();
  const now = whatNow(standingOf(home));
  return (
    <>
      <HomeHeader>
        <HomeArc home={home} scene={now.scene} />
      </HomeHeader>
      <Page isUnderSky gap={3}>
        {news && (
          <Note tone="news" role="status" onClose={onNewsClose} closeLabel={text('shell.close')}>
            {news}
          </Note>
        )}
        <HomeBody home={home} scene={now.scene} service={service} growth={growth} />
      </Page>
      <HomeDock home={home} action={now.action} isRefreshing={isRefreshing} onRefresh={onRefresh} />
    </>
  );
}
