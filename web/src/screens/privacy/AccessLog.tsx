import { formatTime } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { Card } from '#/ui/Card.tsx';
import { List, Row } from '#/ui/List.tsx';
import { Text } from '#/ui/Text.tsx';
import { type AccessEntry, accessTextId, formatLongDay } from './privacyTexts.ts';

/** Staff access to the borrower's data: role, action, time and reason, but never names. */
export function AccessLog({ looks }: { looks: readonly AccessEntry[] }) {
  const text = useText();
  if (looks.length === 0)
    return (
      <Card>
        <Text size="s">{text('data.looks.none')}</Text>
      </Card>
    );
  return (
    <List as="ol">
      {looks.map((look, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, a fixed order
        <AccessRow key={at} look={look} />
      ))}
    </List>
  );
}

function AccessRow({ look: { at, role, act, reason } }: { look: AccessEntry }) {
  const text = useText();
  const who = text(`data.role.${role ?? 'staff'}`);
  return (
    <Row
      icon="eye"
      title={text('data.looks.by', { who, act: text(accessTextId(act)) })}
      detail={
        <>
          {reason === null ? text('data.looks.noReason') : text('data.looks.why', { reason })}
          <br />
          {formatLongDay(at, currentLocale())} {formatTime(at)}
        </>
      }
    />
  );
}
