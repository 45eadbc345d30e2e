// Reads the records in a phone's IndexedDB. They are decrypted in the page, because the key cannot
// be exported.
import type { Page } from '@playwright/test';

type Kept = {
  records: Record<string, Record<string, unknown>>;
  /** All records as they are stored, encrypted. */
  bytes: string;
  isKeyBound: boolean;
};

/** Replaces the record in `put`, if given, then returns all records by name. */
export async function keptOnPhone(
  page: Page,
  put?: { name: string; record: unknown },
): Promise<Kept> {
  return await page.evaluate(async (put) => {
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const result = {
      records: {} as Record<string, Record<string, unknown>>,
      bytes: '',
      isKeyBound: true,
    };
    if (!(await indexedDB.databases()).some(({ name }) => name === 'sandali')) return result;
    const database = await answer(indexedDB.open('sandali'));
    try {
      const key: CryptoKey | undefined = await answer(
        database.transaction('keys').objectStore('keys').get('key'),
      );
      const bound = (name: string) =>
        `sandali ${name}\n${name === 'sign-up' ? '' : localStorage.getItem('userGid')}`;
      const algorithm = (name: string, iv: BufferSource) => ({
        name: 'AES-GCM',
        iv,
        additionalData: new TextEncoder().encode(bound(name)),
      });
      if (put && key) {
        const iv = crypto.getRandomValues(new Uint8Array(12));
        const ct = await crypto.subtle.encrypt(
          algorithm(put.name, iv),
          key,
          new TextEncoder().encode(JSON.stringify(put.record)),
        );
        await answer(
          database
            .transaction('sealed', 'readwrite')
            .objectStore('sealed')
            .put({ iv, ct }, put.name),
        );
      }
      const sealed = database.transaction('sealed').objectStore('sealed');
      const [names, records] = await Promise.all([
        answer(sealed.getAllKeys()),
        answer(sealed.getAll()),
      ]);
      for (const [nth, { iv, ct }] of records.entries()) {
        const name = String(names[nth]);
        result.bytes += new TextDecoder('latin1').decode(ct);
        const plain =
          // If the session has ended meanwhile, its key is gone.
          key && (await crypto.subtle.decrypt(algorithm(name, iv), key, ct).catch(() => null));
        result.records[name] = plain
          ? JSON.parse(new TextDecoder().decode(plain))
          : { isUnreadable: true };
      }
      result.isKeyBound = key ? !key.extractable : names.length === 0;
      return result;
    } finally {
      database.close();
    }
  }, put);
}

export const recordNames = async (page: Page) =>
  Object.keys((await keptOnPhone(page)).records).sort();
