/* shell - the frame of every page: the bar at the top, the connection's state, notices, routes. */
import { socket } from "./api/socket.js";
import { add, fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { addressFor, place } from "./place.js";
import { type Language, language, languages, t, useLanguage } from "./text/index.js";

export interface Page {
  element: HTMLElement;
  title: string;
  dispose?(): void;
}
export type Route = (path: string[], fragment: string) => Page | Promise<Page>;

const announcer = h("div", { class: "unseen", "aria-live": "polite", role: "status" });
const notices = h("div", { class: "notices", role: "alert" });
const main = h("main", { id: "main", tabindex: -1 });
const header = h("header", { class: "top" });
const line = h("div", { class: "line-state", role: "status", hidden: true });
let routes: Route = () => ({ element: h("div"), title: "" });
let page: Page | null = null;
let visit = 0;

/** To be read out. */
export function say(words: string): void {
  announcer.textContent = "";
  requestAnimationFrame(() => (announcer.textContent = words));
}

/** A notice that disappears after a while. */
export function notice(words: string, kind: "bad" | "good" = "bad"): void {
  const element = h("p", { class: `notice ${kind}` }, words);
  notices.append(element);
  setTimeout(() => element.classList.add("leaving"), 5200);
  setTimeout(() => element.remove(), 5800);
}

/** A notice that stays. */
export function warn(words: string): void {
  header.after(h("div", { class: "line-state", role: "status" }, words));
}

export function navigate(path: string, replace = false): void {
  if (replace) history.replaceState(null, "", addressFor(path));
  else history.pushState(null, "", addressFor(path));
  void show();
}

/** A link that stays within the page. */
export function link(
  path: string,
  props: Record<string, string | null> = {},
  ...children: Parameters<typeof h>[2][]
): HTMLAnchorElement {
  return h("a", { href: addressFor(path), ...props }, ...children);
}

async function show(): Promise<void> {
  const mine = ++visit;
  page?.dispose?.();
  page = null;
  const { path: shown, fragment } = place();
  const path = shown.split("/").filter(Boolean).map(decodeURIComponent);
  drawHeader(path[0] ?? "");
  const next = await routes(path, fragment);
  if (mine !== visit) return next.dispose?.();
  page = next;
  document.title = next.title ? `${next.title} · Damero` : "Damero";
  fill(main, next.element);
  scrollTo(0, 0);
}

/** The sections that "Learn" leads to. */
const LEARNING = ["learn", "rules", "puzzles", "analysis"];

function drawHeader(section: string): void {
  const item = (path: string, name: string, words: string, more = ""): HTMLElement =>
    link(path, { class: `nav ${more}`, "aria-current": section === name ? "page" : null }, words);
  const choice = h("select", {
    "aria-label": t.language,
    onchange: (e: Event) => {
      void useLanguage((e.target as HTMLSelectElement).value as Language, true).then(show);
    },
  });
  for (const [code, name] of Object.entries(languages))
    add(choice, h("option", { value: code, lang: code, selected: code === language }, name));
  fill(
    header,
    link(
      "/",
      { class: "brand", "aria-label": "Damero" },
      h("span", { class: "brand-mark", "aria-hidden": "true" }, h("i"), h("i"), h("i"), h("i")),
      h("span", { class: "brand-name" }, "Damero"),
    ),
    h(
      "nav",
      { "aria-label": t.arena },
      item("/", "", t.play),
      item("/learn", LEARNING.includes(section) ? section : "learn", t.learn.learn),
      item("/watch", "watch", t.watch),
      // what needs a server
      SITE
        ? null
        : [
            item("/events", section === "event" ? "event" : "events", t.event.title),
            item("/contest", "contest", t.contest.title, "for-walls"),
            item("/lab", "lab", t.lab),
          ],
    ),
    SITE
      ? null
      : link(
          "/account",
          {
            class: "nav account",
            "aria-label": t.account.title,
            title: t.account.title,
            "aria-current": section === "account" ? "page" : null,
          },
          icon("guest"),
        ),
    h("label", { class: "language" }, icon("world"), choice),
  );
}

export function start(table: Route): void {
  routes = table;
  const phone = matchMedia("(max-width: 620px)");
  const look = (): void => void document.documentElement.classList.toggle("phone", phone.matches);
  phone.addEventListener("change", look);
  look();
  const skip = h(
    "a",
    {
      class: "skip",
      href: "#main",
      onclick: (e: MouseEvent) => {
        e.preventDefault();
        main.focus();
      },
    },
    t.skip,
  );
  fill(document.body, skip, header, line, main, notices, announcer);
  document.addEventListener("click", (e) => {
    const anchor = (e.target as Element).closest("a");
    if (
      !anchor ||
      anchor.origin !== location.origin ||
      anchor.target ||
      anchor.hasAttribute("download") ||
      e.defaultPrevented
    )
      return;
    if (e.ctrlKey || e.metaKey || e.shiftKey || e.button !== 0 || anchor.pathname.startsWith("/api/")) return;
    e.preventDefault();
    if (anchor.href === location.href) return;
    history.pushState(null, "", anchor.href);
    void show();
  });
  addEventListener("popstate", () => void show());
  let late = 0;
  socket().onStatus((status) => {
    clearTimeout(late);
    document.documentElement.dataset["line"] = status;
    if (status === "open") line.hidden = true;
    // a short loss of connection is not worth a notice, unless the server announced it
    else if (socket().stopping) {
      line.textContent = t.restarting;
      line.hidden = false;
    } else if (line.hidden)
      late = window.setTimeout(() => {
        line.textContent = t.reconnecting;
        line.hidden = false;
      }, 700);
  });
  void show();
}
