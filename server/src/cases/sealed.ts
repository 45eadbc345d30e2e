// Seals the texts of complaints and turns, as JSON.
import type { PaymentClaim } from '@sandali/contract/cases.ts';
import type { Sealer } from '#/platform/seal.ts';

type ComplaintText = { payment: PaymentClaim | null; words: string | null };

const purpose = 'complaint';

export function sealComplaint(
  sealer: Sealer,
  id: string,
  { payment, words }: ComplaintText,
): Buffer {
  return sealer.seal(purpose, id, JSON.stringify({ payment, words }));
}

/** Unseals a complaint's text; empty after erasure. */
export function openComplaint(sealer: Sealer, id: string, sealed: Buffer | null): ComplaintText {
  return sealed
    ? (JSON.parse(sealer.open(purpose, id, sealed)) as ComplaintText)
    : { payment: null, words: null };
}

/** `name` is the name under which staff write; null for "customer service" and for the borrower. */
export type TurnText = { words: string | null; name: string | null };

/** Seals a turn for its own purpose and row, so that another sealed text cannot replace it. */
export function sealTurn(sealer: Sealer, turnId: string, { words, name }: TurnText): Buffer | null {
  return words === null
    ? null
    : sealer.seal('complaint turn', turnId, JSON.stringify({ words, name }));
}

export function openTurn(sealer: Sealer, turnId: string, sealed: Buffer | null): TurnText {
  return sealed
    ? (JSON.parse(sealer.open('complaint turn', turnId, sealed)) as TurnText)
    : { words: null, name: null };
}
