/* analysis/tree - moves that branch, with comments and marks; to and from an address and a record.
 *
 * The first child of a node is the main line, the others are variations. A path from the root to a node is the
 * list of moves that leads there. */

export const MARKS = ["!!", "!", "!?", "?!", "?", "??"] as const;
export type Mark = (typeof MARKS)[number] | "";
const NAGS: Record<string, Mark> = { $1: "!", $2: "?", $3: "!!", $4: "??", $5: "!?", $6: "?!" };

export interface Node {
  move: string;
  mark: Mark;
  comment: string;
  parent: Node | null;
  children: Node[];
}
export interface Study {
  rules: string;
  /** The position at the root; "" is the start of the game. */
  start: string;
  root: Node;
}

const newNode = (move = "", parent: Node | null = null): Node => ({
  move,
  mark: "",
  comment: "",
  parent,
  children: [],
});
export const newStudy = (rules = "", start = ""): Study => ({ rules, start, root: newNode() });

/** The moves that lead to a node. */
export function pathTo(node: Node): string[] {
  const moves: string[] = [];
  for (let at: Node | null = node; at?.parent; at = at.parent) moves.unshift(at.move);
  return moves;
}

/** The node after a move, which is added if nobody has tried it there yet. */
export function extend(node: Node, move: string): Node {
  const known = node.children.find((child) => child.move === move);
  if (known) return known;
  const child = newNode(move, node);
  node.children.push(child);
  return child;
}

/** Makes the variation with this node the main line at every fork on the way to it. */
export function promote(node: Node): void {
  for (let at = node; at.parent; at = at.parent) {
    const { children } = at.parent;
    children.splice(children.indexOf(at), 1);
    children.unshift(at);
  }
}

/** Removes a node and what follows it; its parent is what is left. */
export function remove(node: Node): Node {
  if (!node.parent) return node;
  node.parent.children.splice(node.parent.children.indexOf(node), 1);
  return node.parent;
}

export const lastOf = (node: Node): Node => {
  let at = node;
  while (at.children[0]) at = at.children[0];
  return at;
};

/** The node beside this one among the variations of its parent. */
export function beside(node: Node, step: 1 | -1): Node {
  const all = node.parent?.children ?? [node];
  return all[all.indexOf(node) + step] ?? node;
}

/* Addresses. A node is [move, mark, comment, ...children] without what is empty at its end. */

type Packed = [string, string, string, Packed[]];
const pack = (node: Node): Packed => [node.move, node.mark, node.comment, node.children.map(pack)];

const MOST_NODES = 5000;
function unpack(packed: unknown, parent: Node | null, count: { n: number }): Node {
  if (!Array.isArray(packed) || ++count.n > MOST_NODES) throw new Error("not an analysis");
  const [move, mark, comment, children] = packed as unknown[];
  const node = newNode(typeof move === "string" ? move : "", parent);
  if (MARKS.includes(mark as (typeof MARKS)[number])) node.mark = mark as Mark;
  if (typeof comment === "string") node.comment = comment;
  if (Array.isArray(children)) node.children = children.map((child) => unpack(child, node, count));
  return node;
}

/** A study as text for an address: base64url of JSON. */
export function encode(study: Study, at: Node): string {
  const json = JSON.stringify([study.rules, study.start, pack(study.root), pathTo(at)]);
  const bytes = new TextEncoder().encode(json);
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** What was encoded, and the node that was shown; null if it is something else. */
export function decode(text: string): { study: Study; at: Node } | null {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0));
    const [rules, start, root, path] = JSON.parse(new TextDecoder().decode(bytes)) as unknown[];
    if (typeof rules !== "string" || typeof start !== "string") return null;
    const study = { rules, start, root: unpack(root, null, { n: 0 }) };
    let at = study.root;
    for (const move of Array.isArray(path) ? path : [])
      at = at.children.find((child) => child.move === move) ?? at;
    return { study, at };
  } catch {
    return null;
  }
}

/* Records. */

/** The words of moves: moves, comments in braces, NAGs, parentheses. */
const WORDS = /\{[^}]*\}|\(|\)|[^\s(){}]+/g;
const RESULT = /^(?:\*|[012](?:\/2)?(?:-[012](?:\/2)?)+)$/;

/** Adds moves with comments, marks and variations, as a record writes them. */
export function addMoves(from: Node, text: string): Node {
  const stack: Node[] = [];
  let at = from;
  for (const word of text.match(WORDS) ?? []) {
    if (word === "(") {
      stack.push(at);
      at = at.parent ?? at;
    } else if (word === ")") at = stack.pop() ?? at;
    else annotate(word);
  }
  return at;

  function annotate(word: string): void {
    const nag = NAGS[word];
    if (nag) at.mark = nag;
    else if (word.startsWith("{")) {
      const comment = word.slice(1, -1).trim();
      at.comment = at.comment ? `${at.comment} ${comment}` : comment;
    } else {
      const bare = word.replace(/^\d+\.+/, "");
      const [, move = "", mark = ""] = /^(.*?)([!?]{0,2})$/.exec(bare) ?? [];
      if (move === "" && mark !== "") at.mark = mark as Mark;
      if (move === "" || word.startsWith("$") || RESULT.test(move)) return;
      at = extend(at, move);
      if (MARKS.includes(mark as (typeof MARKS)[number])) at.mark = mark as Mark;
    }
  }
}

/** A main line with the notes that a record has after its moves. */
export function fromRecord(record: {
  rules: string;
  start: string;
  moves: string[];
  notes: { after: number; text: string }[];
}): Study {
  const study = newStudy(record.rules, record.start);
  const main = [study.root];
  for (const move of record.moves) main.push(extend(main.at(-1) ?? study.root, move));
  for (const note of record.notes) {
    const node = main[note.after];
    if (!node) continue;
    const text =
      note.text.startsWith(";") || note.text.startsWith("%") ? `{${note.text.slice(1)}}` : note.text;
    addMoves(node, text);
  }
  return study;
}

function written(node: Node): string {
  const safe = node.comment.replaceAll("{", "(").replaceAll("}", ")");
  return `${node.move}${node.mark}${safe ? ` {${safe}}` : ""}`;
}

function line(node: Node): string {
  const words: string[] = [];
  for (let at: Node | undefined = node.children[0]; at; at = at.children[0]) {
    words.push(written(at));
    for (const other of at.parent?.children.slice(1) ?? [])
      words.push(`(${[written(other), line(other)].filter(Boolean).join(" ")})`);
  }
  return words.join(" ");
}

/** A record that Damero reads: tags, then moves with variations. */
export function toRecord(game: string, study: Study): string {
  const quoted = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll('"', '\\"');
  const tags = [`[Game "${game}"]`];
  if (study.rules) tags.push(`[Rules "${quoted(study.rules)}"]`);
  if (study.start) tags.push(`[Position "${quoted(study.start)}"]`);
  const before = study.root.comment ? `{${study.root.comment.replaceAll(/[{}]/g, "")}}\n` : "";
  return `${tags.join("\n")}\n\n${before}${line(study.root)} *\n`;
}
