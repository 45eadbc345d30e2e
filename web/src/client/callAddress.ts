/** What dials a telephone number as people write it: '(02) 5550 0100' gives 'tel:0255500100'. */
export function callAddress(telephone: string): string {
  return `tel:${telephone.replace(/[^\d+]/g, '')}`;
}
