import type { Config } from '@sandali/contract/settings.ts';
import { callAddress } from '#/client/callAddress.ts';
import { isLoggedIn } from '#/client/session.ts';
import { useText } from '#/i18n/text.ts';
import { addressOf, paths } from '#/routes/paths.ts';
import { Stack } from '#/ui/Layout.tsx';
import { List, Row } from '#/ui/List.tsx';
import { Note } from '#/ui/Note.tsx';
import { Sheet, SheetPanel } from '#/ui/Sheet.tsx';

/** How to reach customer service, as configured on the server. */
export type ServiceFacts = Pick<Config, 'telephone' | 'serviceHours' | 'fbUrl' | 'fbAccount'>;

type Props = { facts: ServiceFacts | null; onClose(): void };

/** Customer service in a sheet: telephone, Messenger and hours. */
export function ServiceSheet(props: Props) {
  return (
    <Sheet {...useHead(props)}>
      <ServiceChannels facts={props.facts} />
    </Sheet>
  );
}

/** The sheet without its dialog (for stories). */
export function ServicePanel(props: Props) {
  return (
    <SheetPanel {...useHead(props)}>
      <ServiceChannels facts={props.facts} />
    </SheetPanel>
  );
}

function useHead({ facts, onClose }: Props) {
  const text = useText();
  const detail = facts?.serviceHours
    ? text('my.service.hours', { hours: facts.serviceHours })
    : undefined;
  return { title: text('my.service'), detail, closeLabel: text('shell.close'), onClose };
}

function ServiceChannels({ facts }: { facts: ServiceFacts | null }) {
  const text = useText();
  if (!facts) return <Note tone="plain">{text('my.service.unknown')}</Note>;
  const messenger = messengerAddress(facts);
  return (
    <Stack gap={3}>
      <List>
        {facts.telephone && (
          <Row
            icon="call"
            title={text('my.service.call')}
            detail={facts.telephone}
            href={callAddress(facts.telephone)}
          />
        )}
        {/* A case needs a login. */}
        {isLoggedIn() && (
          <>
            <Row
              icon="orders"
              title={text('my.service.paid')}
              detail={text('my.service.paidDetail')}
              href={addressOf('complaints', { kind: 'paymentNotShown' })}
            />
            <Row
              icon="edit"
              title={text('my.service.cases')}
              detail={text('my.service.casesDetail')}
              href={paths.complaints}
            />
          </>
        )}
        {messenger && (
          <Row
            icon="chat"
            title={text('my.service.write')}
            detail={text('my.service.writeDetail')}
            href={messenger}
          />
        )}
      </List>
      <Note icon="lock">{text('my.service.secret')}</Note>
    </Stack>
  );
}

/**
 * Returns the address of the lender's Messenger chat (m.me) or, if unknown, of its Facebook page;
 * null if both are unknown.
 */
export function messengerAddress({
  fbAccount,
  fbUrl,
}: Pick<Config, 'fbAccount' | 'fbUrl'>): string | null {
  if (/^[A-Za-z0-9.]{5,50}$/.test(fbAccount)) return `https://m.me/${fbAccount}`;
  return fbUrl || null;
}
