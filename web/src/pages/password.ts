/* pages/password - asks for the password with which the operator lets people begin matches. */
import { h } from "../dom.js";
import { t } from "../text/index.js";

/** What the person typed; null if they would rather not. `why`: the server's words. */
export function askPassword(why: string): Promise<string | null> {
  return new Promise((resolve) => {
    let given: string | null = null;
    const field = h("input", {
      type: "password",
      "data-field": "password",
      autocomplete: "current-password",
      "aria-label": t.password.label,
      required: true,
      autofocus: true,
    }) as HTMLInputElement;
    const dialog = h(
      "dialog",
      {
        class: "sheet small",
        "aria-label": t.password.label,
        onclose: () => {
          dialog.remove();
          resolve(given);
        },
      },
      h(
        "form",
        {
          onsubmit: (e: SubmitEvent) => {
            e.preventDefault();
            given = field.value;
            dialog.close();
          },
        },
        h("h2", null, t.password.label),
        h("p", { class: "quiet" }, why),
        field,
        h(
          "div",
          { class: "row" },
          h("button", { class: "button strong", "data-action": "password" }, t.password.go),
          h("button", { class: "button", type: "button", onclick: () => dialog.close() }, t.cancel),
        ),
      ),
    ) as HTMLDialogElement;
    document.body.append(dialog);
    dialog.showModal();
  });
}
