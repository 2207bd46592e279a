/* dom - elements written down as calls.
 *
 * The content policy forbids inline styles, so there is no `style` attribute here: sizes that are
 * computed go through `vars`, as CSS custom properties. */

export type Child = Node | string | number | null | undefined | false | Child[];
type Handler = (event: never) => void;
export type Props = {
  [name: string]: string | number | boolean | null | undefined | Handler | Record<string, string | number>;
};

function put(element: Element, props: Props | null): void {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function")
      element.addEventListener(name.slice(2), value as unknown as EventListener);
    else if (typeof value === "object") setVars(element as HTMLElement, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

export function add(element: Element, ...children: Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) add(element, ...child);
    else element.append(child instanceof Node ? child : String(child));
  }
}

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props | null = null,
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  put(element, props);
  add(element, ...children);
  return element;
}

export function s<K extends keyof SVGElementTagNameMap>(
  tag: K,
  props: Props | null = null,
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  put(element, props);
  add(element, ...children);
  return element;
}

export function setVars(element: HTMLElement | SVGElement, vars: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(vars)) element.style.setProperty(name, String(value));
}

export function set(
  element: Element,
  props: Record<string, string | number | null | undefined | boolean>,
): void {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren();
  add(element, ...children);
}

/** Keeps keyed children in step with a list: those that stay keep their element, and so their focus and
 * motion. */
export function keyed<T, E extends Element>(
  parent: Element,
  known: Map<string, E>,
  items: T[],
  key: (item: T) => string,
  make: (item: T) => E,
  update: (element: E, item: T) => void,
  leave?: (element: E) => void,
): void {
  const wanted = new Set<string>();
  for (const item of items) {
    const k = key(item);
    wanted.add(k);
    let element = known.get(k);
    if (!element) {
      element = make(item);
      known.set(k, element);
      parent.append(element);
    }
    update(element, item);
  }
  for (const [k, element] of known) {
    if (wanted.has(k)) continue;
    known.delete(k);
    if (leave) leave(element);
    else element.remove();
  }
}

let counter = 0;
/** An id that is on the page once, for labels and gradients. */
export const freshId = (word: string): string => `${word}-${++counter}`;

export const lessMotion = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The duration of a motion in ms; 0 if the system asks for less motion. */
export const motion = (ms: number): number => (lessMotion() ? 0 : ms);
