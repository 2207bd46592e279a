/* pages/events - all tournaments, and for the organiser the form for a new one. */
import type { EventSummary } from "../api/events.js";
import { eventPath } from "../api/events.js";
import { socket } from "../api/socket.js";
import { fill, h } from "../dom.js";
import { wordsOf } from "../games/index.js";
import { icon } from "../icons.js";
import { link, type Page } from "../shell.js";
import { date, number, t } from "../text/index.js";
import { mayBegin } from "./contest_form.js";
import { openEventForm } from "./event_form.js";
import { aboutEvent } from "./event_parts.js";

export function eventsPage(): Page {
  const list = h("ul", { class: "event-list" });
  const how = h("p", { class: "quiet" });
  const create = h(
    "button",
    { class: "button strong", "data-action": "new-event", hidden: true, onclick: () => void openEventForm() },
    icon("plus"),
    t.event.create,
  );
  const draw = (events: EventSummary[]): void =>
    fill(
      list,
      events.length === 0 ? h("li", { class: "quiet none" }, t.event.none) : null,
      events.map((event) =>
        h(
          "li",
          { "data-event": event.name },
          link(
            eventPath(event.name),
            { class: "event-row" },
            h("span", { class: `game-mark ${event.game}`, "aria-hidden": "true" }),
            h("strong", null, h("bdi", null, event.name)),
            h(
              "span",
              { class: event.state === "running" ? "live" : "quiet" },
              aboutEvent(event, wordsOf(event.game).title),
            ),
            h("span", { class: "quiet" }, t.event.playersCount(number(event.players))),
            h("time", { class: "quiet" }, date(Date.parse(`${event.begun.replace(" ", "T")}Z`))),
          ),
        ),
      ),
    );
  const stop = socket().events(draw);
  const stopStatus = socket().onStatus((status) => {
    if (status !== "open") return;
    mayBegin().then(
      (may) => {
        create.hidden = !("ports" in may);
        fill(
          how,
          "ports" in may
            ? ""
            : may.why === "no-contest"
              ? [t.contest.noContest, " ", h("code", { dir: "ltr" }, "damero serve --contest")]
              : t.event.notOrganiser,
        );
      },
      () => undefined,
    );
  });
  return {
    element: h(
      "div",
      { class: "events" },
      h("div", { class: "row spread wrap" }, h("h1", null, t.event.title), create),
      h("p", { class: "quiet" }, t.event.lead),
      list,
      how,
    ),
    title: t.event.title,
    dispose: () => {
      stop();
      stopStatus();
    },
  };
}
