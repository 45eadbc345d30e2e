import { useText } from '#/i18n/text.ts';
import { Text } from '#/ui/Text.tsx';
import type { HomeFacts } from './facts.ts';

/** Who lends, and under which numbers it is registered. */
export function LenderLine({ lender }: { lender: HomeFacts['lender'] }) {
  const text = useText();
  if (!lender.name) return null;
  const numbers = [
    lender.registrationNumber && text('home.trust.registration', { number: lender.registrationNumber }),
    lender.authorityNumber && text('home.trust.authority', { number: lender.authorityNumber }),
  ];
  return (
    <Text size="xs" align="center">
      {lender.name}
      <br />
      {numbers.filter(Boolean).join(' · ')}
    </Text>
  );
}
