import { useState } from 'react';
import { useText } from '#/kit/text.ts';
import { type ServiceFacts, ServiceSheet } from '#/screens/my/ServiceSheet.tsx';
import { List, Row } from '#/ui/List.tsx';

/** A person to talk to, for the states in which one is wanted. */
export function TalkRow({ service }: { service: ServiceFacts | null }) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <List>
        <Row icon="chat" title={text('home.talk')} detail={service?.serviceHours} onClick={() => setOpen(true)} />
      </List>
      {isOpen && <ServiceSheet facts={service} onClose={() => setOpen(false)} />}
    </>
  );
}
