import type { DataRequestKind, ExportFormat } from '@sandali/contract/privacy.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { each } from '#/ui/each.ts';
import { List, Row } from '#/ui/List.tsx';
import { type Data, type DataRequest, formatLongDay, type Group } from './privacyTexts.ts';

export type Open =
  | { kind: 'group'; group: Group }
  | { kind: 'request'; of: DataRequestKind }
  | { kind: 'proof'; format: ExportFormat }
  | { kind: 'delete' };

/** Past requests with their outcome, and links to make new requests. */
export function Requests({ data, onOpen }: { data: Data; onOpen(open: Open): void }) {
  const text = useText();
  const { way, from, heldUntil, money } = data.deletion;
  const isOpen = (kind: DataRequest['kind']) =>
    data.requests.some((request) => request.kind === kind && request.outcome === null);
  const on = (day: typeof from) => ({ day: formatLongDay(day, currentLocale()) });
  const retention = () =>
    money ? text(`data.delete.money.${money}`) : text('data.delete.request', on(heldUntil));
  const details = { request: retention, later: () => text('data.delete.later', on(from)) };
  const detail = way === 'request' || way === 'later' ? details[way]() : text(`data.delete.${way}`);
  return (
    <List>
      {data.requests.map((request) => (
        <RequestRow key={request.requestId} request={request} heldUntil={heldUntil} />
      ))}
      {!isOpen('correction') && (
        <Row
          isLow
          icon="edit"
          title={text('data.request.correction')}
          onClick={() => onOpen({ kind: 'request', of: 'correction' })}
        />
      )}
      {!isOpen('deletion') && (
        <Row
          icon="trash"
          title={text('data.request.deletion')}
          detail={detail}
          onClick={() => onOpen({ kind: 'delete' })}
        />
      )}
    </List>
  );
}

function RequestRow({
  request,
  heldUntil,
}: {
  request: DataRequest;
  heldUntil: Data['deletion']['heldUntil'];
}) {
  const text = useText();
  const { kind, askedAt, dueOn, answeredAt, outcome, answer } = request;
  const day = (at: Parameters<typeof formatLongDay>[0]) => formatLongDay(at, currentLocale());
  const state =
    outcome === null
      ? text('data.request.due', { asked: day(askedAt), due: day(dueOn) })
      : text(`data.request.${outcome}`, { day: day(answeredAt) });
  const goes =
    kind === 'deletion' && outcome !== 'refused' && heldUntil
      ? text('data.request.goes', { day: day(heldUntil) })
      : null;
  const detail = each([state, goes, answer].filter(Boolean), (line, at) => (
    <>
      {at > 0 && <br />}
      {line}
    </>
  ));
  return <Row icon="document" title={text(`data.request.kind.${kind}`)} detail={detail} />;
}
