// The port to the file store. Files are sealed before they are stored.

export type Files = {
  /** Where the files are stored, for messages to operators. */
  place: string;
  /**
   * Both places while files are being copied from one to the other; null otherwise. `copy` copies a
   * file unless the new place has it, and returns whether it did.
   */
  transfer: { from: Files; to: Files; copy(name: string): Promise<boolean> } | null;
  /**
   * Stores bytes under a generated name. The name never refers to a part of the bytes.
   * @throws if the name already exists
   */
  put(name: string, sealed: Uint8Array): Promise<void>;
  /** Replaces an existing file. Readers get either the old or the new bytes. */
  replace(name: string, sealed: Uint8Array): Promise<void>;
  /** @throws if the file is missing */
  get(name: string): Promise<Buffer>;
  has(name: string): Promise<boolean>;
  /**
   * Renames a file and overwrites the target; ignores a missing file. The file always has at least
   * one of the two names.
   */
  move(from: string, to: string): Promise<void>;
  /** Deletes a folder and its content permanently; ignores a missing folder. */
  deleteFolder(folder: string): Promise<void>;
  /** Lists all files under a folder, unordered; empty if the folder is missing. */
  list(folder: string): AsyncIterable<string>;
  /** Returns the names of a folder's direct subfolders; empty if it is missing. */
  folders(under: string): Promise<string[]>;
  /** Returns the id of the installation that owns these files, or null if they have no owner. */
  owner(): Promise<string | null>;
  /**
   * Marks the store as owned by an installation unless it already has an owner.
   * @returns the owner
   */
  claim(installation: string): Promise<string>;
};
