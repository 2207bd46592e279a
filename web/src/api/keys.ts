/* api/keys - the keys of unlisted matches: the secret part of their address. The server sends one to the
 * client that creates such a match and to its players; others get it from a link. */

const keys = new Map<number, string>();

export const keyOf = (match: number): string | undefined => keys.get(match);
export function keepKey(match: number, key: string | undefined): void {
  if (key) keys.set(match, key);
}

/** The match in a path: its number, with the key of an unlisted one. */
export const addressOf = (match: number): string =>
  keys.has(match) ? `${match}-${keys.get(match)}` : String(match);
