import { type ReactNode, useEffect, useRef } from 'react';

type Props = { label: string; title: ReactNode; about?: ReactNode; children: ReactNode };

/** The open row of a list. The question for a reason takes the focus; without one, the heading. */
export function OpenRow({ label, title, about, children }: Props) {
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current } = article;
    if (!current || current.contains(document.activeElement)) return;
    (
      current.querySelector<HTMLElement>('.look-form input') ?? current.querySelector('h2')
    )?.focus();
  }, []);
  return (
    <article ref={article} className="ld-view" aria-label={label}>
      <header>
        <h2 tabIndex={-1}>{title}</h2>
        {about && <p>{about}</p>}
      </header>
      {children}
    </article>
  );
}
