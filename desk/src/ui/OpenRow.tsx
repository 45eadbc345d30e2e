import { type ReactNode, useEffect, useRef } from 'react';

type Props = { label: string; title: ReactNode; about?: ReactNode; children: ReactNode };

/** The open row of a list. Its heading takes the focus, unless a field in it has it. */
export function OpenRow({ label, title, about, children }: Props) {
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!article.current?.contains(document.activeElement))
      article.current?.querySelector('h2')?.focus();
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
