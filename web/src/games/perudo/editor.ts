/* games/perudo/editor - dice of every seat, known or hidden, the starter and the bids. */
import { h } from "../../dom.js";
import { known, t } from "../../text/index.js";
import type { MakeEditor } from "../editor.js";
import { own } from "./text/index.js";
import type { PerudoState } from "./types.js";

/** Dice for the first player before anyone has rolled: an engine needs to know those of the seat on turn. */
const SAMPLE = "1345523614";

export const editPerudo: MakeEditor<PerudoState> = (state, sides, changed) => {
  const rolling = state.turn === null || state.turn < 0;
  const handOf = ({ seat, dice, cup, out }: PerudoState["players"][number]): string =>
    out ? "-" : (cup?.join("") ?? (rolling && seat === 0 ? SAMPLE.slice(0, dice) : "?".repeat(dice)));
  const hands = state.players.map((player) =>
    h("input", {
      type: "text",
      dir: "ltr",
      autocomplete: "off",
      spellcheck: "false",
      maxlength: 10,
      "data-hand": player.seat,
      value: handOf(player),
      oninput: () => changed(),
    }),
  );
  const bids = h("input", {
    type: "text",
    dir: "ltr",
    autocomplete: "off",
    spellcheck: "false",
    "data-field": "bids",
    placeholder: "3x4, 4x4",
    value: state.history.map((bid) => bid.text).join(", "),
    oninput: () => changed(),
  });
  const starter = h(
    "select",
    { "data-field": "turn", onchange: () => changed() },
    sides.map((side, i) =>
      h("option", { value: i + 1, selected: i === (state.starter ?? 0) }, known(t.called, side)),
    ),
  );
  return {
    element: h(
      "div",
      { class: "editor" },
      h("p", { class: "means" }, own().handsMean),
      hands.map((hand, i) => h("label", { class: "field" }, known(t.called, sides[i] ?? ""), hand)),
      h("label", { class: "field" }, own().startsRound, starter),
      h("label", { class: "field" }, own().bidsSoFar, bids),
      h("p", { class: "means" }, t.analysis.bidsMean),
    ),
    text: () => {
      const said = bids.value.split(/[\s,]+/).filter(Boolean);
      return `${hands.map((hand) => hand.value.trim() || "-").join("/")} ${starter.value} ${said.join(",") || "-"}`;
    },
  };
};
