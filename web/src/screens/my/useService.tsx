import { type ReactNode, useState } from 'react';
import { speakAreas } from '#/kit/areas.ts';
import { useLater } from '#/kit/useLater.ts';
import type { ServiceFacts } from './ServiceSheet.tsx';

const loadSheet = async () => (await Promise.all([import('./ServiceSheet.tsx'), speakAreas(['my'])]))[0];

/** Customer service for any screen: what opens it, and its sheet, which is loaded with its words when it is first wanted. */
export function useService(facts: ServiceFacts | null): { open(): void; sheet: ReactNode } {
  const { part, bring } = useLater(loadSheet);
  const [isOpen, setOpen] = useState(false);
  const open = async () => setOpen(await bring());
  return { open: () => void open(), sheet: isOpen && part && <part.ServiceSheet facts={facts} onClose={() => setOpen(false)} /> };
}
