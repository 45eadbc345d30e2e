/** Returns a text with its long ids cut to their ends: '…00000001'. */
export function shortIds(text: string): string {
  return text.replace(/\b[0-9a-f]{8}-[0-9a-f-]{19}([0-9a-f]{8})\b/g, '…$1');
}
