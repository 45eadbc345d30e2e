// The store of picture files. It gets sealed bytes only and never sees a picture.

export type Files = {
  /** Where it is, for sentences to operators. */
  place: string;
  /** Stores bytes under a name that we generate; the same name twice is an error. */
  put(name: string, sealed: Uint8Array): Promise<void>;
  get(name: string): Promise<Buffer>;
  has(name: string): Promise<boolean>;
  /**
   * Gives a file another name at once, whatever was there. A file that is not there is no error:
   * another server was first.
   */
  move(from: string, to: string): Promise<void>;
  /** Deletes a folder with all that is in it, for good; one that is not there is no error. */
  deleteFolder(folder: string): Promise<void>;
  /** The names of all files under a folder, in no order; none if the folder is missing. */
  list(folder: string): AsyncIterable<string>;
  /** The names of the folders right under a folder, without its own; none if it is missing. */
  folders(under: string): Promise<string[]>;
  /** The id of the installation whose files these are; null before it was marked. */
  owner(): Promise<string | null>;
  /** Marks the place as an installation's, unless it has a mark. @returns whose it is now. */
  claim(installation: string): Promise<string>;
};
