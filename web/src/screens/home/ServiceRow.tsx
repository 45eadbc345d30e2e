import { useText } from '#/i18n/text.ts';
import type { ServiceFacts } from '#/screens/my/ServiceSheet.tsx';
import { openService } from '#/shell/customerService.ts';
import { List, Row } from '#/ui/List.tsx';

/** A person to talk to, for the states in which one is wanted. */
export function ServiceRow({ service }: { service: ServiceFacts | null }) {
  const text = useText();
  return (
    <List>
      <Row icon="chat" title={text('home.talk')} detail={service?.serviceHours} onClick={openService} />
    </List>
  );
}
