import type { ComplaintState } from '@sandali/contract/cases.ts';
import { useText } from '#/i18n/text.ts';
import { Badge } from '#/ui/Badge.tsx';

const tones = {
  open: 'plain',
  acknowledged: 'warn',
  answered: 'positive',
  closed: 'plain',
} as const;

/** A badge with the state of a case, shown in the list and above its conversation. */
export function CaseBadge({ state }: { state: ComplaintState }) {
  const text = useText();
  return <Badge tone={tones[state]}>{text(`cases.state.${state}`)}</Badge>;
}
