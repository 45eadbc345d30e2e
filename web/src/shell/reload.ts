import { toast } from '#/client/toast.ts';
import { textNow } from '#/i18n/text.ts';

/** Says that a script could not be loaded, with what helps: loading the page anew. It stays until it is used or put away. */
export function offerReload(): void {
  toast(textNow('net.reload'), { tone: 'bad', action: { label: textNow('shell.reload'), run: () => location.reload() } });
}
