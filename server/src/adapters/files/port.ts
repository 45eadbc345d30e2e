// The store of picture files. It gets sealed bytes only and never sees a picture.

export type Files = {
  /** Keeps bytes under a name of our own making; the same name twice is an error. */
  put(name: string, sealed: Uint8Array): Promise<void>;
  get(name: string): Promise<Buffer>;
  /** Removes a file; one that is not there is no error. */
  remove(name: string): Promise<void>;
  /** The names of all files under a folder, in no order; none where the folder is missing. */
  list(folder: string): AsyncIterable<string>;
};
