/* site/storage - the rows of the journal in this browser (wasm/house/store.c), or in memory alone if the
 * browser has no room or forbids it. */

export type Row = [key: string, value: string];

const NAME = "damero";
const ROWS = "rows";
/** So many matches are kept; then the oldest that are over go. */
const MATCHES_KEPT = 300;

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("storage"));
  });

export class Storage {
  #base: IDBDatabase | null = null;

  constructor(
    private readonly failed: (full: boolean) => void,
    private readonly conflict: () => void,
  ) {}

  /** All rows of earlier visits, in the order of their keys. */
  async load(): Promise<Row[]> {
    try {
      const opening = indexedDB.open(NAME, 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore(ROWS);
      this.#base = await done(opening);
      this.#base.onversionchange = () => this.#base?.close();
      const rows = this.#base.transaction(ROWS).objectStore(ROWS);
      const [keys, values] = await Promise.all([done(rows.getAllKeys()), done(rows.getAll())]);
      const all = keys.map((key, i): Row => [String(key), String(values[i])]);
      // matches before their events
      const order = (row: Row): number => (row[0].startsWith("match/") ? 0 : 1);
      return this.#forget(all).sort((a, b) => order(a) - order(b));
    } catch {
      this.#give(false);
      return [];
    }
  }

  /** Leaves out, and deletes, the oldest matches that are over. */
  #forget(all: Row[]): Row[] {
    const matches = all.filter(([key]) => key.startsWith("match/"));
    const gone = new Set(
      matches
        .filter(([, value]) => value.includes('"over":true'))
        .slice(0, Math.max(0, matches.length - MATCHES_KEPT))
        .map(([key]) => key.split("/")[1]),
    );
    if (gone.size === 0) return all;
    const rows = this.#base?.transaction(ROWS, "readwrite").objectStore(ROWS);
    return all.filter(([key]) => {
      const old = gone.has(key.split("/")[1]);
      if (old) rows?.delete(key);
      return !old;
    });
  }

  /** Keeps rows, all or none. An event is added once: if another tab has added it, this one is behind. */
  async keep(rows: Row[]): Promise<void> {
    if (!this.#base || rows.length === 0) return;
    try {
      const change = this.#base.transaction(ROWS, "readwrite");
      const store = change.objectStore(ROWS);
      for (const [key, value] of rows)
        if (key.startsWith("event/")) store.add(value, key);
        else store.put(value, key);
      await new Promise<void>((resolve, reject) => {
        change.oncomplete = () => resolve();
        change.onabort = () => reject(change.error ?? new Error("storage"));
      });
    } catch (e) {
      if (e instanceof DOMException && e.name === "ConstraintError") return this.conflict();
      this.#give(e instanceof DOMException && e.name === "QuotaExceededError");
    }
  }

  async remove(rows: Row[]): Promise<void> {
    if (!this.#base || rows.length === 0) return;
    const store = this.#base.transaction(ROWS, "readwrite").objectStore(ROWS);
    await Promise.allSettled(rows.map(([key]) => done(store.delete(key))));
  }

  #give(full: boolean): void {
    this.#base?.close();
    this.#base = null;
    this.failed(full);
  }
}
