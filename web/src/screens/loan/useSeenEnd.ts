import { useEffect, useRef, useState } from 'react';

/** Whether the end of something has been seen, once it is there: put `end` behind its last line. What the dock covers has not been seen. */
export function useSeenEnd(isThere: boolean) {
  const end = useRef<HTMLDivElement>(null);
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    const mark = end.current;
    if (!isThere || !mark || isRead) return;
    const dockPx = document.querySelector('footer')?.offsetHeight ?? 0;
    const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting && setRead(true), { rootMargin: `0px 0px -${dockPx}px 0px` });
    seen.observe(mark);
    return () => seen.disconnect();
  }, [isThere, isRead]);
  return { end, isRead, show: () => end.current?.scrollIntoView({ block: 'center' }) };
}
