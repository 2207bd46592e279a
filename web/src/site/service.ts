/* site/service - the service worker: keeps the site's files, so that it works without a network.
 *
 * A new version is fetched in the background and used once no tab shows the old one. Tables are kept when a
 * game first needs them.
 *
 * Its answers isolate the page from other sites, whatever the host sends, so that engines may use threads. */
import { isAble } from "./ability.js";

/** Here the names of the files to keep; of the two modules only the one that this browser uses. */
declare const SITE_KEPT: { version: string; files: string[]; module: string; plain: string };
/** What this needs of the types of a service worker, which are not those of a page. */
interface Extended extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Extended {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

const PREFIX = "damero ";
/** Another site in another folder of the same host has files of its own. */
const OURS = `${PREFIX}${new URL(".", self.location.href).pathname} `;
const CURRENT = OURS + SITE_KEPT.version;
const page = new URL("./", self.location.href).href;

self.addEventListener("install", (event) => {
  const names = [...SITE_KEPT.files, isAble() ? SITE_KEPT.module : SITE_KEPT.plain];
  const files = [page, ...names.map((name) => new URL(name, page).href)];
  // not from the browser's own cache, which may have an older page
  const fresh = files.map((file) => new Request(file, { cache: "no-cache" }));
  (event as Extended).waitUntil(caches.open(CURRENT).then((cache) => cache.addAll(fresh)));
});

self.addEventListener("activate", (event) => {
  const clean = async (): Promise<void> => {
    for (const name of await caches.keys())
      if (name.startsWith(OURS) && name !== CURRENT) await caches.delete(name);
    await (self as unknown as { clients: { claim(): Promise<void> } }).clients.claim();
  };
  (event as Extended).waitUntil(clean());
});

function isolated(answer: Response): Response {
  const { body, status, statusText } = answer;
  const headers = new Headers(answer.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  return new Response(body, { status, statusText, headers });
}

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(CURRENT);
  const view = request.mode === "navigate";
  const kept = await cache.match(view ? page : request, { ignoreSearch: true });
  if (kept) return isolated(kept);
  const fetched = await fetch(request);
  if (fetched.ok && !view) await cache.put(request, fetched.clone()).catch(() => undefined); // no room
  return isolated(fetched);
}

self.addEventListener("fetch", (event) => {
  const { request } = event as Fetching;
  if (request.method === "GET" && request.url.startsWith(page))
    (event as Fetching).respondWith(answer(request));
});
