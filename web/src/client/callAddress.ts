/** Returns the link that dials a number: '(02) 5550 0100' becomes 'tel:0255500100'. */
export function callAddress(telephone: string): string {
  return `tel:${telephone.replace(/[^\d+]/g, '')}`;
}
