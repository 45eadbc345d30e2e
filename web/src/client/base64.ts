// base64url is used without padding (RFC 4648 §5).

export function toBase64url(data: ArrayBuffer | Uint8Array): string {
  const bytes = new Uint8Array(data);
  let letters = '';
  // Convert in slices, because a function call accepts fewer arguments than a picture has bytes.
  for (let at = 0; at < bytes.length; at += 8192)
    letters += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Decodes base64url without padding. Throws if the text contains any other character. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]*$/.test(text)) throw new Error('This is not base64url.');
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );
}
