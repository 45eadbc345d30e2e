// A prerendered page carries only the style of its own markup; the whole style files stand beside it as disabled links.

let whole: Promise<unknown> = Promise.resolve();

/** Fetches the whole style files. Resolves when they hold, or when one failed: a page in a poorer dress is better than none. */
export function fetchStyles(): Promise<unknown> {
  whole = Promise.all([...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet][disabled]')].map(enable));
  return whole;
}

/** Until the files that were asked for are there: what is drawn later than the first page waits for them. */
export const stylesAsked = () => whole;

function enable(link: HTMLLinkElement): Promise<void> {
  return new Promise((done) => {
    link.onload = () => done();
    link.onerror = () => done();
    link.disabled = false;
  });
}
