/* pages/account - a name to keep: its secret for other devices, ratings, export, deletion. */
import {
  type Account,
  changeAccount,
  createAccount,
  deleteAccount,
  exported,
  getAccount,
  getRatings,
  keepAccount,
  leaveAccount,
  mySecret,
  type Rated,
} from "../api/account.js";
import { Refused } from "../api/http.js";
import { type Child, fill, h } from "../dom.js";
import { GAMES, isGame, wordsOf } from "../games/index.js";
import { icon } from "../icons.js";
import { save } from "../match/export.js";
import { addressFor, linkTo } from "../place.js";
import { pref, setPref } from "../prefs.js";
import { link, notice, type Page } from "../shell.js";
import { known, number, t } from "../text/index.js";
import { whyNot } from "../text/say.js";
import { shareBox } from "./invite.js";
import { askPassword } from "./password.js";

const SECRET = /(?:^|#)([\w-]{43})$/;
/** How long to wait before asking again for ratings that are not found yet. */
const AGAIN_MS = 1000;

export function accountPage(fragment: string): Page {
  const body = h("div", { class: "account-page" });
  let open = true,
    later = 0;
  const offered = SECRET.exec(fragment)?.[1];
  // a secret does not stay in the address bar
  if (offered) history.replaceState(null, "", addressFor("/account"));

  const button = (action: string, words: string, run: () => Promise<void>, kind = ""): HTMLButtonElement => {
    const element = h(
      "button",
      {
        class: `button ${kind}`,
        type: "button",
        "data-action": action,
        onclick: () => {
          element.disabled = true;
          run()
            .catch((e: unknown) => notice(whyNot(e)))
            .finally(() => (element.disabled = false));
        },
      },
      words,
    );
    return element;
  };

  /** Whose account it is, before this device takes it: a link may come from anybody. */
  const offer = async (secret: string): Promise<void> => {
    const account = await getAccount(secret);
    fill(
      body,
      h("h1", null, t.account.title),
      h("p", null, t.account.use(account.name)),
      h(
        "div",
        { class: "row wrap" },
        button(
          "use-account",
          t.account.useHere,
          async () => {
            keepAccount(account.name, secret);
            await show();
          },
          "strong",
        ),
        button("refuse-account", t.cancel, show),
      ),
    );
  };

  const welcome = (): void => {
    const name = h("input", {
      type: "text",
      maxlength: 40,
      required: true,
      value: pref("name"),
      "data-field": "account-name",
      autocomplete: "nickname",
    });
    const code = h("input", { type: "text", dir: "ltr", "data-field": "account-code", autocomplete: "off" });
    const form = (run: () => Promise<void>, ...children: Child[]): HTMLElement =>
      h(
        "form",
        {
          class: "panel",
          onsubmit: (e: SubmitEvent) => {
            e.preventDefault();
            run().catch((why: unknown) => notice(whyNot(why)));
          },
        },
        children,
      );
    fill(
      body,
      h("h1", null, t.account.title),
      h("p", null, t.account.lead),
      form(
        () => create(name.value.trim()).then(show),
        h("label", { class: "field" }, h("span", null, t.setup.yourName), name),
        h("button", { class: "button strong", "data-action": "create-account" }, t.account.create),
      ),
      form(
        async () => {
          const secret = SECRET.exec(code.value.trim())?.[1];
          if (secret) await offer(secret);
          else notice(t.account.noCode);
        },
        h("label", { class: "field" }, h("span", null, t.account.code), code),
        h("button", { class: "button", "data-action": "enter-code" }, t.account.enter),
      ),
      ratings(),
    );
  };

  const create = async (name: string): Promise<void> => {
    for (;;) {
      try {
        return await createAccount(name);
      } catch (e) {
        if (!(e instanceof Refused) || e.code !== "password") throw e;
        const given = await askPassword(whyNot(e));
        if (given === null) return;
        setPref("password", given);
      }
    }
  };

  const rename = (account: Account): HTMLElement => {
    const name = h("input", {
      type: "text",
      maxlength: 40,
      required: true,
      value: account.name,
      "data-field": "account-name",
      "aria-label": t.setup.yourName,
      autocomplete: "nickname",
    });
    return h(
      "form",
      {
        class: "row wrap",
        onsubmit: (e: SubmitEvent) => {
          e.preventDefault();
          changeAccount({ name: name.value.trim() }).then(show, (why: unknown) => notice(whyNot(why)));
        },
      },
      name,
      h("button", { class: "button", "data-action": "rename" }, t.account.rename),
    );
  };

  const removal = (): HTMLElement => {
    const names = h("input", { type: "checkbox", checked: true, "data-field": "remove-names" });
    return h(
      "details",
      { class: "panel" },
      h("summary", null, t.account.remove),
      h("p", { class: "quiet" }, t.account.removal),
      h("label", { class: "check" }, names, h("span", null, t.account.removeNames)),
      button("delete-account", t.account.removeNow, async () => {
        await deleteAccount(names.checked ? "remove" : "keep");
        notice(t.account.removed, "good");
        await show();
      }),
    );
  };

  const own = (account: Account): void => {
    const secret = mySecret() ?? "";
    fill(
      body,
      h("h1", null, h("bdi", null, account.name)),
      rename(account),
      h("section", { class: "own-ratings" }, h("h2", null, t.account.ratings), ownRatings(account)),
      h("p", null, link("/watch?mine", { class: "button", "data-action": "my-games" }, t.start.mine)),
      h(
        "details",
        { class: "panel" },
        h("summary", null, t.account.elsewhere),
        shareBox(t.account.link, linkTo(`/account#${secret}`), t.account.secret),
        shareBox(t.account.code, secret, ""),
        button("renew", t.account.renew, async () => {
          await changeAccount({ renew: true });
          notice(t.account.renewed, "good");
          await show();
        }),
        button("leave-account", t.account.leave, async () => {
          leaveAccount();
          await show();
        }),
      ),
      h(
        "details",
        { class: "panel" },
        h("summary", null, t.account.data),
        h("p", { class: "quiet" }, t.account.stored),
        button("export-account", t.account.export, async () => {
          const all = JSON.stringify(await exported(), null, 1);
          save(new Blob([all], { type: "application/json" }), "damero-account.json");
        }),
      ),
      removal(),
      ratings(),
    );
  };

  const ownRatings = (account: Account): HTMLElement =>
    account.ratings.length === 0
      ? h("p", { class: "quiet" }, t.account.unrated)
      : h(
          "ul",
          { class: "rating-list" },
          account.ratings.map((one) =>
            h(
              "li",
              { "data-rating": one.game },
              h("span", { class: `game-mark ${one.game}`, "aria-hidden": "true" }),
              h("strong", null, wordsOf(one.game).title),
              h("span", { class: "figure" }, figure(one)),
              h("span", { class: "quiet" }, t.account.games(one.games, number(one.games))),
            ),
          ),
        );

  /** Everybody, by game. */
  const ratings = (): HTMLElement => {
    const rows = h("tbody");
    const choice = h(
      "select",
      { "aria-label": t.start.everyGame, "data-filter": "ratings", onchange: () => void list() },
      GAMES.map((game) => h("option", { value: game }, wordsOf(game).title)),
    );
    const list = async (): Promise<void> => {
      clearTimeout(later);
      const game = choice.value;
      if (!open || !isGame(game)) return;
      try {
        const found = await getRatings(game);
        if (!open || choice.value !== game) return;
        const rated = found.players.filter((player) => player.rating !== null);
        fill(
          rows,
          rated.length === 0
            ? h("tr", null, h("td", { colspan: 4, class: "quiet" }, t.account.nobody))
            : rated.map((player, i) => ratedRow(player, i + 1)),
        );
        if (!found.done) later = window.setTimeout(() => void list(), AGAIN_MS);
      } catch (e) {
        notice(whyNot(e));
      }
    };
    void list();
    return h(
      "section",
      null,
      h("div", { class: "row spread wrap" }, h("h2", null, t.account.everybody), choice),
      h("p", { class: "quiet" }, t.account.how),
      h(
        "div",
        { class: "table-scroll" },
        h(
          "table",
          { class: "event-table", "data-table": "ratings" },
          h(
            "thead",
            null,
            h(
              "tr",
              null,
              h("th", { scope: "col" }, "#"),
              h("th", { scope: "col" }, t.start.player),
              h("th", { scope: "col", class: "figure" }, t.account.rating),
              h("th", { scope: "col", class: "figure" }, t.account.played),
            ),
          ),
          rows,
        ),
      ),
    );
  };

  const show = async (): Promise<void> => {
    clearTimeout(later);
    if (!open) return;
    if (!mySecret()) return welcome();
    try {
      const account = await getAccount();
      if (!open) return;
      own(account);
      if (!account.done) later = window.setTimeout(() => void show(), AGAIN_MS);
    } catch (e) {
      if (!(e instanceof Refused) || e.code !== "no-account") throw e;
      leaveAccount();
      notice(whyNot(e));
      welcome();
    }
  };
  (offered && offered !== mySecret() ? offer(offered) : show()).catch((e: unknown) => {
    notice(whyNot(e));
    welcome();
  });
  return {
    element: body,
    title: t.account.title,
    dispose: () => {
      open = false;
      clearTimeout(later);
    },
  };
}

const figure = ({ rating, error }: Rated): string =>
  rating === null ? t.account.provisional : `${number(rating)} ± ${number(error ?? 0)}`;

/** An engine's name is its level. */
function ratedRow(player: Rated, place: number): HTMLElement {
  const words = player.kind === "person" ? player.name : `${t.engine}: ${known(t.levels, player.name)}`;
  const seconds = player.time ? ` (${number(player.time / 1000)} s)` : "";
  return h(
    "tr",
    { "data-player": player.name },
    h("td", null, number(place)),
    h("th", { scope: "row" }, player.kind === "engine" ? icon("cube") : null, h("bdi", null, words), seconds),
    h("td", { class: "figure" }, figure(player)),
    h("td", { class: "figure" }, number(player.games)),
  );
}
