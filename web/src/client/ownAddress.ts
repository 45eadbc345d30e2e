/** An address within this program, such as `/billDetail?id=1`: never another site, nor one that a browser would read as that. */
export function isOwnAddress(address: string): boolean {
  return /^\/(?![/\\])\P{Cc}*$/u.test(address);
}
