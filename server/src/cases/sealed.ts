// What a complaint says, as it is stored: one sealed piece of JSON.
import type { PaymentClaim } from '@sandali/contract/cases.ts';
import type { Sealer } from '#/platform/seal.ts';

type ComplaintText = { payment: PaymentClaim | null; words: string | null };

const purpose = 'complaint';

export function sealComplaint(sealer: Sealer, id: string, { payment, words }: ComplaintText): Buffer {
  return sealer.seal(purpose, id, JSON.stringify({ payment, words }));
}

/** Opens what it says; empty once it was erased. */
export function openComplaint(sealer: Sealer, id: string, sealed: Buffer | null): ComplaintText {
  return sealed ? (JSON.parse(sealer.open(purpose, id, sealed)) as ComplaintText) : { payment: null, words: null };
}

/** The answer is sealed for a separate purpose, so that neither can be replaced by the other. */
export function sealAnswer(sealer: Sealer, id: string, words: string): Buffer {
  return sealer.seal('complaint answer', id, words);
}

export function openAnswer(sealer: Sealer, id: string, sealed: Buffer | null): string | null {
  return sealed && sealer.open('complaint answer', id, sealed);
}
