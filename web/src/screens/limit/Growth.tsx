import { quotaAddApply } from '@sandali/contract/limit.ts';
import { type Centavos, formatPesos } from '@sandali/contract/money.ts';
import type { ReactNode } from 'react';
import { toast } from '#/client/toast.ts';
import { useWrite } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';
import { paths } from '#/routes/paths.ts';
import { Button } from '#/ui/Button.tsx';
import { Card } from '#/ui/Card.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { List, Row } from '#/ui/List.tsx';
import { Heading, Text } from '#/ui/Text.tsx';

export type GrowthProps = {
  offerCentavos: Centavos | null;
  /** Whether the income that was told is not enough for a higher limit. */
  isByIncome: boolean;
};

/**
 * What home says of a higher limit: the earned one, to be taken by one tap, or the way to ask for
 * one.
 */
function Growth({ offerCentavos, isByIncome }: GrowthProps) {
  const text = useText();
  const write = useWrite(quotaAddApply, {
    onDone: ({ limitCentavos }) =>
      toast(text('limit.taken', { limit: formatPesos(limitCentavos, { drop00: true }) })),
  });
  if (offerCentavos === null) return <GrowthRow isByIncome={isByIncome} />;
  return (
    <GrowthOffer
      toCentavos={offerCentavos}
      isBusy={write.isBusy}
      onTake={() => void write.send({ wantedCentavos: offerCentavos })}
    />
  );
}

type GrowthOfferProps = { toCentavos: Centavos; isBusy: boolean; onTake(): void };

/** The limit that was earned. Not accepting it has no consequence. */
export function GrowthOffer({ toCentavos, isBusy, onTake }: GrowthOfferProps) {
  const text = useText();
  const limit = formatPesos(toCentavos, { drop00: true });
  return (
    <Card as="section">
      <Stack gap={3}>
        <Heading level={2}>{text('limit.offer.title')}</Heading>
        <Text size="s">{text('limit.offer.why')}</Text>
        <Button look="soft" isBusy={isBusy} onClick={onTake}>
          {text('limit.take', { limit })}
        </Button>
      </Stack>
    </Card>
  );
}

/** The way to ask. */
export function GrowthRow({ isByIncome }: Pick<GrowthProps, 'isByIncome'>) {
  const text = useText();
  const detail = text(isByIncome ? 'limit.highestOfIncome' : 'limit.rowWhy');
  return (
    <List>
      <Row icon="plus" title={text('limit.row')} detail={detail} href={paths.limit} />
    </List>
  );
}

/** The same as a node: home holds it in state once this file has been loaded. */
export const growthAtHome = (props: GrowthProps): ReactNode => <Growth {...props} />;
