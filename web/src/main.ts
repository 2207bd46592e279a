/* The page of Damero: its routes. */
import "./style/main.css";
import { getGames } from "./api/http.js";
import { keepKey } from "./api/keys.js";
import { h } from "./dom.js";
import { isGame } from "./games/index.js";
import { contestPage } from "./pages/contest.js";
import { learnAllPage } from "./pages/learn_all.js";
import { matchPage } from "./pages/match.js";
import { openSetup } from "./pages/setup.js";
import { startPage } from "./pages/start.js";
import { watchPage } from "./pages/watch.js";
import { folder, place, rename } from "./place.js";
import { keepOrganiser } from "./prefs.js";
import { link, type Page, start, warn } from "./shell.js";
import { storage } from "./site/house.js";
import { t, useLanguage, wantedLanguage } from "./text/index.js";

function nothing(): Page {
  return {
    element: h(
      "div",
      { class: "empty" },
      h("h1", null, t.notFound),
      link("/", { class: "button" }, t.toStart),
    ),
    title: t.notFound,
  };
}

/** The organiser's link: its token is kept, and is in the address bar no longer. */
function takeOrganiser(fragment: string): void {
  const token = /^organiser=([\w.~+/=-]+)$/.exec(fragment)?.[1];
  if (!token) return;
  keepOrganiser(token);
  rename(place().path);
}

const NEED_A_SERVER = ["account", "contest", "events", "event", "lab"];

async function route(path: string[], fragment: string): Promise<Page> {
  const [section, name, part] = path;
  takeOrganiser(fragment);
  if (SITE && section && NEED_A_SERVER.includes(section)) return nothing();
  await getGames().catch(() => undefined); // without a server, use the page's own data
  switch (section) {
    case undefined:
      return startPage();
    case "play": {
      if (!name) return startPage();
      if (!isGame(name)) return nothing();
      void openSetup(name);
      return startPage();
    }
    case "match": {
      const [, id, key] = /^(\d+)(?:-([0-9a-f]+))?$/.exec(name ?? "") ?? [];
      if (!id) return nothing();
      keepKey(Number(id), key);
      return matchPage(Number(id), fragment, part === "review");
    }
    case "learn":
      if (!name) return learnAllPage();
      return (isGame(name) && (await (await import("./pages/learn.js")).learnPage(name))) || nothing();
    case "rules":
      if (!name) return learnAllPage();
      return (isGame(name) && (await (await import("./pages/rules_text.js")).rulesPage(name))) || nothing();
    case "analysis":
      if (!name) return learnAllPage();
      return isGame(name) ? (await import("./pages/analysis.js")).analysisPage(name, fragment) : nothing();
    case "puzzles":
      if (!name) return learnAllPage();
      return (await (await import("./pages/puzzles.js")).puzzlesPage(name, part)) ?? nothing();
    case "watch":
      return watchPage();
    case "account":
      return (await import("./pages/account.js")).accountPage(fragment);
    case "contest":
      return contestPage();
    case "events":
      return (await import("./pages/events.js")).eventsPage();
    case "event":
      if (!name) return nothing();
      return part === "wall"
        ? contestPage(name)
        : (await import("./pages/event.js")).eventPage(name, fragment);
    case "lab":
      return (await import("./lab/index.js")).labPage(name, part);
    default:
      return nothing();
  }
}

await useLanguage(wantedLanguage(), false);
start(route);
// Without it the site works too, but not without a network.
if (SITE) navigator.serviceWorker?.register(`${folder}service.js`).catch(() => undefined);
if (SITE) storage.lost = (full) => warn(full ? t.site.storageFull : t.site.noStorage);
