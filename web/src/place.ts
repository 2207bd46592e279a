/* place - the addresses of the page's views.
 *
 * A view has a path such as "/match/12?at=3#word". A server gives out the page at every path. A static site is
 * one file in any folder, so there the path is in the query: "FOLDER/?/match/12&at=3#word". */

/** The folder of the page's files. */
export const folder = SITE ? new URL(".", import.meta.url).href : "/";

/** A path as it is in the address bar. */
export function addressFor(path: string): string {
  if (!SITE) return path;
  const [, view = "/", query = "", fragment = ""] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(path) ?? [];
  const asked = view === "/" ? query && `?${query}` : `?${view}${query && `&${query}`}`;
  return new URL(".", document.baseURI).pathname + asked + fragment;
}

/** The same with the host, to be copied. */
export const linkTo = (path: string): string => location.origin + addressFor(path);

/** The view that is shown: its path, and what was asked of it. */
export function place(): { path: string; query: URLSearchParams; fragment: string } {
  const fragment = location.hash.slice(1);
  if (!SITE) return { path: location.pathname, query: new URLSearchParams(location.search), fragment };
  const asked = location.search.slice(1);
  if (!asked.startsWith("/")) return { path: "/", query: new URLSearchParams(asked), fragment };
  const [path = "/", ...query] = asked.split("&");
  return { path, query: new URLSearchParams(query.join("&")), fragment };
}

/** Changes the address of the view that is shown. */
export const rename = (path: string): void => history.replaceState(null, "", addressFor(path));
