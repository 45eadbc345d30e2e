// The store of picture files. It gets sealed bytes only and never sees a picture.

export type Files = {
  /** Stores bytes under a name that we generate; the same name twice is an error. */
  put(name: string, sealed: Uint8Array): Promise<void>;
  get(name: string): Promise<Buffer>;
  /** Removes a file; one that is not there is no error. */
  remove(name: string): Promise<void>;
  /** The names of all files under a folder, in no order; none where the folder is missing. */
  list(folder: string): AsyncIterable<string>;
};
