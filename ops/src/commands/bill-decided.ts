/** What two people decide about a bill, as the server answers. */
export type Decided = { reference: string; outcome: 'proposed' | 'confirmed'; part: 'late' | 'interest' | null; amount: string };

/** One sentence for both steps. */
export function decided({ reference, outcome }: Decided, what: string): string {
  if (outcome === 'proposed') return `${what} of loan ${reference}: proposed; another person confirms it`;
  return `${what} of loan ${reference}: done`;
}
