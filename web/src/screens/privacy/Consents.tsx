import type { ConsentKind } from '@sandali/contract/privacy.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { List, Row } from '#/ui/List.tsx';
import { Switch } from '#/ui/Switch.tsx';
import { type Consent, formatLongDay } from './privacyTexts.ts';

type Props = {
  consents: readonly Consent[];
  isBusy: boolean;
  onWithdraw(kind: ConsentKind): void;
  /** Asks staff to withdraw a required consent; null if the borrower has already asked. */
  onAsk: (() => void) | null;
};

/**
 * The consents with their dates: a switch for an optional consent, and a request to withdraw a
 * required one, which closes the account.
 */
export function Consents({ consents, isBusy, onWithdraw, onAsk }: Props) {
  const text = useText();
  return (
    <List>
      {consents.map((consent) => (
        <ConsentRow
          key={`${consent.kind} ${consent.version}`}
          consent={consent}
          isBusy={isBusy}
          onWithdraw={onWithdraw}
        />
      ))}
      {onAsk && <Row isLow icon="edit" title={text('data.consent.ask')} onClick={onAsk} />}
    </List>
  );
}

function ConsentRow({
  consent,
  isBusy,
  onWithdraw,
}: {
  consent: Consent;
  isBusy: boolean;
  onWithdraw(kind: ConsentKind): void;
}) {
  const text = useText();
  const { kind, version, givenAt, withdrawnAt, isOptional } = consent;
  const title = text(`data.consent.${kind}`);
  const day = formatLongDay(withdrawnAt ?? givenAt, currentLocale());
  if (withdrawnAt)
    return <Row icon="link" title={title} detail={text('data.consent.withdrawn', { day })} />;
  const givenText =
    version === null
      ? text('data.consent.given', { day })
      : text('data.consent.version', { version, day });
  if (!isOptional)
    return (
      <Row
        icon={kind === 'identity' ? 'id' : 'document'}
        title={title}
        detail={`${givenText}\u00a0· ${text('data.consent.needed')}`}
      />
    );
  const detail = (
    <>
      {givenText}
      <br />
      {text('data.consent.offErases')}
    </>
  );
  return (
    <Row
      icon="link"
      title={title}
      detail={detail}
      action={<Switch isOn label={title} isBusy={isBusy} onChange={() => onWithdraw(kind)} />}
    />
  );
}
