import { toast } from '#/client/toast.ts';
import { getText } from '#/i18n/text.ts';

/** Says that a script could not be loaded, with what helps: loading the page anew. It stays until it is used or put away. */
export function offerReload(): void {
  toast(getText('net.reload'), { tone: 'bad', action: { label: getText('shell.reload'), run: () => location.reload() } });
}
