import { userInfo } from '@sandali/contract/account.ts';
import type { DataOf } from '@sandali/contract/call.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { localeNames } from '@sandali/contract/locale.ts';
import type { Config } from '@sandali/contract/settings.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { useConfig } from '#/client/config.ts';
import { useServerQuery } from '#/client/query.ts';
import { clientVersion } from '#/client/version.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { addressOf, paths } from '#/routes/paths.ts';
import { setCounts } from '#/shell/badge.ts';
import { LanguageSheet } from '#/shell/LanguageSheet.tsx';
import { combineQueries, Query } from '#/shell/Query.tsx';
import { TabFooter } from '#/shell/TabFooter.tsx';
import { Count } from '#/ui/Badge.tsx';
import { Page } from '#/ui/Layout.tsx';
import { List, Row } from '#/ui/List.tsx';
import { SkeletonBar, SkeletonRows } from '#/ui/Skeleton.tsx';
import { Sky } from '#/ui/Sky.tsx';
import { Heading } from '#/ui/Text.tsx';
import { AboutSheet } from './AboutSheet.tsx';
import { MyHeader, type MyLine } from './MyHeader.tsx';
import css from './my.module.css';
import { ServiceSheet } from './ServiceSheet.tsx';
import { SignOutRow } from './SignOut.tsx';

/** /my: the borrower's profile (spec §2). */
export default function My() {
  const info = useServerQuery(userInfo, {});
  const home = useServerQuery(userMulti, {});
  const config = useConfig();
  const counts = home.data?.counts;
  useEffect(() => {
    if (counts) setCounts(counts);
  }, [counts]);

  return (
    <Query read={combineQueries({ info, home })} skeleton={<MyLoading />} frame={MyFailed}>
      {(both) => (
        <MyView
          info={both.info}
          line={both.home.line}
          unusedVouchers={both.home.counts.unusedVouchers}
          config={config}
          version={clientVersion()}
        />
      )}
    </Query>
  );
}

export type MyViewProps = {
  info: DataOf<typeof userInfo>;
  line: MyLine | null;
  unusedVouchers: number;
  config: Config | null;
  version: string;
};

type Open = 'service' | 'language' | 'about' | null;

/** The profile: name and credit line, loans and accounts, help and settings, and logout. */
export function MyView({ info, line, unusedVouchers, config, version }: MyViewProps) {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <>
      <MyHeader info={info} line={line} />
      <Page isUnderSky gap={3}>
        <MineRows
          hasLine={line !== null}
          accounts={info.payoutAccounts}
          unusedVouchers={unusedVouchers}
          hours={config?.serviceHours}
          onService={() => setOpen('service')}
        />
        <SettingRows
          hasPassword={info.hasPassword}
          fbUrl={config?.fbUrl}
          version={version}
          onLanguage={() => setOpen('language')}
          onAbout={() => setOpen('about')}
        />
        <SignOutRow />
      </Page>
      <TabFooter />
      {open === 'service' && <ServiceSheet facts={config} onClose={close} />}
      {open === 'language' && <LanguageSheet onClose={close} />}
      {open === 'about' && <AboutSheet facts={config} version={version} onClose={close} />}
    </>
  );
}

type MineProps = {
  hasLine: boolean;
  accounts: readonly string[];
  unusedVouchers: number;
  hours: string | undefined;
  onService(): void;
};

function MineRows({ hasLine, accounts, unusedVouchers, hours, onService }: MineProps) {
  const text = useText();
  const shown =
    accounts.length > 2
      ? text('my.accounts.more', { first: accounts[0] ?? '', count: accounts.length - 1 })
      : accounts.join(', ');
  return (
    <List>
      {hasLine && <Row isLow icon="plus" title={text('title.limit')} href={paths.limit} />}
      <Row isLow icon="bank" title={text('my.accounts')} end={shown} href={paths.accounts} />
      <Row
        isLow
        icon="ticket"
        title={text('my.coupons')}
        end={<Count value={unusedVouchers} label={text('tab.unused', { count: unusedVouchers })} />}
        href={paths.coupons}
      />
      {hasLine && (
        <Row isLow icon="document" title={text('title.documents')} href={paths.documents} />
      )}
      <Row isLow icon="news" title={text('title.notifications')} href={paths.notifications} />
      <Row isLow icon="calendar" title={text('title.reminders')} href={paths.reminders} />
      <Row isLow icon="chat" title={text('my.service')} end={hours} onClick={onService} />
    </List>
  );
}

type SettingProps = {
  hasPassword: boolean;
  fbUrl: string | undefined;
  version: string;
  onLanguage(): void;
  onAbout(): void;
};

function SettingRows({ hasPassword, fbUrl, version, onLanguage, onAbout }: SettingProps) {
  const text = useText();
  return (
    <List>
      <Row
        isLow
        icon="globe"
        title={text('my.language')}
        end={localeNames[currentLocale()]}
        onClick={onLanguage}
      />
      <Row isLow icon="call" title={text('title.changePhone')} href={paths.changePhone} />
      {hasPassword ? (
        <Row isLow icon="lock" title={text('title.changePassword')} href={paths.changePassword} />
      ) : (
        <Row
          isLow
          icon="lock"
          title={text('my.setPassword')}
          href={addressOf('register', { step: 'password' })}
        />
      )}
      <Row isLow icon="phone" title={text('title.devices')} href={paths.devices} />
      <Row isLow icon="key" title={text('title.passkeys')} href={paths.passkeys} />
      <Row isLow icon="shield" title={text('title.privacy')} href={paths.privacy} />
      {fbUrl && <Row isLow icon="share" title={text('my.follow')} href={fbUrl} />}
      <Row
        isLow
        icon="info"
        title={text('my.about')}
        end={text('my.versionShort', { version })}
        onClick={onAbout}
      />
    </List>
  );
}

/** The skeleton of /my before the first responses. */
export function MyLoading() {
  const text = useText();
  return (
    <>
      <Sky isPadded>
        <Heading level={1} size="2xl">
          {text('title.my')}
        </Heading>
        <span className={css.bones}>
          <SkeletonBar width={6} height="m" isOnSky />
          <SkeletonBar width={10} height="xs" isOnSky />
        </span>
      </Sky>
      <Page isUnderSky gap={3}>
        <SkeletonRows count={3} label={text('my.loading')} isApart={false} />
        <SkeletonRows count={4} label={text('my.loading')} isApart={false} />
      </Page>
      <TabFooter />
    </>
  );
}

/** /my after a failed load: its header, the tabs, and logout, which needs no data. */
export function MyFailed({ children }: { children: ReactNode }) {
  const text = useText();
  return (
    <>
      <Sky isPadded>
        <Heading level={1} size="2xl">
          {text('title.my')}
        </Heading>
      </Sky>
      <Page isUnderSky gap={3}>
        {children}
        <SignOutRow />
      </Page>
      <TabFooter />
    </>
  );
}
