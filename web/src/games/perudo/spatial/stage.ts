/* games/perudo/spatial/stage - the bar on a canvas: who sits there, what is on the table, what is being said.
 *
 * A stage knows nothing of rules or of where its news comes from: a match (table.ts) or the byte
 * stream of the laboratory board drive it alike. It has the seven scenes of the board's project: the
 * title, the choice of an avatar, joining the table, the roll, the bids, the cups lifted, the end.
 * It draws only while something moves, and does less if frames take long. */
import {
  ACESFilmicToneMapping,
  AmbientLight,
  CircleGeometry,
  Color,
  Fog,
  Group,
  HemisphereLight,
  Mesh,
  MeshBasicMaterial,
  PerspectiveCamera,
  PlaneGeometry,
  PointLight,
  Quaternion,
  Raycaster,
  Scene,
  SpotLight,
  Vector2,
  Vector3,
  WebGLRenderer,
  InstancedMesh,
  Matrix4,
} from "three";
import { h, lessMotion, setVars } from "../../../dom.js";
import { Barman, Mosquito, prize } from "./company.js";
import { GUEST_COUNT, Guest } from "./guests.js";
import { bounce, ease, mix, Motion } from "./motion.js";
import { BARMAN, LAMP, makeRoom, SEAT_RADIUS, SIGN_TOP, stool, TABLE_HEIGHT, waitingPlace } from "./room.js";
import { CUP_HEIGHT, DIE, lying, Things } from "./things.js";

export type SceneName = "title" | "avatar" | "join" | "round" | "bids" | "reveal" | "end";
export interface Sitter {
  name: string;
  guest: number;
}
/** Dice of one seat: their faces if visible, only their number if covered. */
export interface Hand {
  dice: number;
  faces: number[] | null;
  out: boolean;
}

interface Place {
  group: Group;
  guest: Guest | null;
  stool: Group;
  cup: Group;
  dice: Mesh[];
  shown: number[] | null;
  label: HTMLElement;
  name: HTMLElement;
  left: HTMLElement;
  bubble: HTMLElement;
}

interface View {
  eye: Vector3;
  at: Vector3;
}
const view = (ex: number, ey: number, ez: number, ax: number, ay: number, az: number): View => ({
  eye: new Vector3(ex, ey, ez),
  at: new Vector3(ax, ay, az),
});
const VIEWS: Record<Exclude<SceneName, "avatar">, View> = {
  title: view(0, 4.9, 7.2, 0, 4, -4),
  join: view(0, 4.6, 7, 0, 1.5, -0.6),
  round: view(0, 5.4, 4.6, 0, 1.25, 0),
  bids: view(0, 5.05, 5.05, 0, 1.36, -0.1),
  reveal: view(0, 5.5, 4.7, 0, 1.3, -0.1),
  end: view(0, 3.4, 6.1, 0, 1.6, -0.7),
};
/** The guests in line on both floors: as wide as their row, from the counter up to the sign. Below them is
 * room for buttons over the picture, in two rows if it is narrow. */
const LINE = {
  half: 3.95,
  bottom: 1.05,
  top: SIGN_TOP,
  depth: waitingPlace(4).z,
  buttons: 72,
  buttonsNarrow: 124,
  narrow: 460,
};
/** The lamp is raised if it would hang in front of the sign, or if the camera is further away than the
 * lamp. */
const LAMP_UP = 5;
const lampUp = (name: SceneName, aspect: number): boolean =>
  name === "title" || name === "avatar" || aspect < 1;
const SLOW_FRAME = 45;
/** How long the browser has to give back a drawing context that it took away. */
const RESTORE_MS = 1500;
const CONFETTI = 160;
/** How long a round of the mosquito takes, and how many it flies before it sits down. */
const FLIGHT_MS = 7000,
  FLIGHTS = 8;
/** Where cups are lifted: they stand in a ring around the middle, as near as they fit. */
const CUP_ROOM = 0.82,
  RING_LEAST = 0.55,
  CUP_AWAY = 0.95;

export class Stage {
  readonly element: HTMLElement;
  readonly motion = new Motion();
  #renderer = new WebGLRenderer({ antialias: true, powerPreference: "low-power" });
  #scene = new Scene();
  #camera = new PerspectiveCamera(46, 1, 0.1, 60);
  #lookAt = VIEWS.title.at.clone();
  #things = new Things();
  #room = makeRoom();
  #lamp = new SpotLight(0xffe2b0, 90, 14, 0.72, 0.55, 1.6);
  #marker: Mesh;
  #places: Place[] = [];
  #line: Guest[] = [];
  #barman = new Barman();
  #mosquito = new Mosquito();
  #flight = 0;
  #podium: Group | null = null;
  #labels = h("div", { class: "bar-labels", "aria-hidden": "true" });
  #caption = h("div", { class: "bar-caption", "aria-hidden": "true" });
  #confetti: InstancedMesh | null = null;
  #you: number | null = null;
  #sceneName: SceneName = "title";
  #frame = 0;
  #slow = 0;
  #trip = 0;
  #travelling = false;
  #watch: ResizeObserver;
  #losing = 0;
  #gone = false;

  /** `lost` is called if the browser takes the drawing context away and does not give it back. */
  constructor(label: string, lost: () => void = () => undefined) {
    this.element = h(
      "div",
      { class: "bar", role: "img", "aria-label": label },
      this.#renderer.domElement,
      this.#labels,
      this.#caption,
    );
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.#renderer.toneMapping = ACESFilmicToneMapping;
    this.#renderer.toneMappingExposure = 1.15;
    this.#renderer.shadowMap.enabled = true;
    this.#scene.background = new Color(0x140c08);
    this.#scene.fog = new Fog(0x140c08, 11, 24);
    this.#scene.add(
      this.#room,
      new AmbientLight(0xffe6c8, 0.85),
      new HemisphereLight(0xffdcb0, 0x2a1a10, 0.9),
    );
    this.#barman.figure.position.set(BARMAN.x, BARMAN.y, BARMAN.z);
    this.#mosquito.figure.position.set(0.62, 1.3, -4.3); // on the counter
    this.#scene.add(this.#barman.figure, this.#mosquito.figure);
    this.#lamp.position.set(0, 4.7, 0.1);
    this.#lamp.target.position.set(0, 0, 0);
    this.#lamp.castShadow = true;
    this.#lamp.shadow.mapSize.set(1024, 1024);
    this.#lamp.shadow.bias = -0.002;
    const counterLight = new PointLight(0xffb070, 22, 9, 1.6),
      upstairs = new PointLight(0xff7a4a, 16, 9, 1.7);
    counterLight.position.set(0, 3, -4.3);
    upstairs.position.set(0, 5.6, -4.2);
    const fill = new PointLight(0xffe2c4, 26, 13, 1.4);
    fill.position.set(0, 4.4, 4.6);
    this.#scene.add(this.#lamp, this.#lamp.target, counterLight, upstairs, fill);
    this.#marker = new Mesh(
      new CircleGeometry(0.62, 40),
      new MeshBasicMaterial({ color: 0xf0b23f, transparent: true, opacity: 0 }),
    );
    this.#marker.rotation.x = -Math.PI / 2;
    this.#marker.position.y = TABLE_HEIGHT + 0.013;
    this.#scene.add(this.#marker);
    this.#camera.position.copy(VIEWS.title.eye);
    this.#watch = new ResizeObserver(() => this.#resize());
    this.#watch.observe(this.element);
    const { domElement } = this.#renderer;
    domElement.addEventListener("webglcontextlost", () => {
      if (!this.#gone) this.#losing = window.setTimeout(lost, RESTORE_MS);
    });
    domElement.addEventListener("webglcontextrestored", () => {
      clearTimeout(this.#losing);
      this.#wake();
    });
  }

  get scene(): SceneName {
    return this.#sceneName;
  }

  dispose(): void {
    this.#gone = true;
    clearTimeout(this.#losing);
    cancelAnimationFrame(this.#frame);
    this.#watch.disconnect();
    this.#scene.traverse((one) => {
      if (!(one instanceof Mesh)) return;
      one.geometry.dispose();
      for (const material of Array.isArray(one.material) ? one.material : [one.material]) {
        material.map?.dispose();
        material.dispose();
      }
    });
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
    this.element.remove();
  }

  /** Words over the picture, large: the bid, a verdict; none for "". */
  caption(...words: (Node | string)[]): void {
    this.#caption.replaceChildren(...words);
  }

  /** Moves the camera to a scene. */
  async go(name: SceneName, animate: boolean): Promise<void> {
    this.#sceneName = name;
    this.element.dataset["scene"] = name;
    if (name !== "avatar" && name !== "title") this.#clearLine(animate);
    this.#showYou();
    if (name === "avatar" && this.#flight === 0 && animate && !lessMotion()) void this.#buzz();
    const from = this.#camera.position.clone(),
      fromAt = this.#lookAt.clone(),
      to = this.#fit(name);
    const shade = this.#room.getObjectByName(LAMP),
      hung = shade?.position.y ?? 0;
    const trip = ++this.#trip;
    this.#travelling = true;
    await this.#run(animate ? 1100 : 0, (part) => {
      if (trip !== this.#trip) return; // another one has started
      this.#camera.position.lerpVectors(from, to.eye, ease(part));
      this.#lookAt.lerpVectors(fromAt, to.at, ease(part));
      if (shade) shade.position.y = mix(hung, lampUp(name, this.#camera.aspect) ? LAMP_UP : 0, ease(part));
      this.#travelling = part < 1;
    });
  }

  /** Which of the guests in line a click of the mouse or finger means; null: none. */
  guestAt(event: MouseEvent): number | null {
    const box = this.element.getBoundingClientRect(),
      ray = new Raycaster();
    ray.setFromCamera(
      new Vector2(
        ((event.clientX - box.left) / box.width) * 2 - 1,
        1 - ((event.clientY - box.top) / box.height) * 2,
      ),
      this.#camera,
    );
    for (const { object } of ray.intersectObjects(
      this.#line.map((guest) => guest.figure),
      true,
    ))
      for (let one: typeof object | null = object; one; one = one.parent) {
        const found = this.#line.find((guest) => guest.figure === one);
        if (found) return found.number;
      }
    return null;
  }

  /** The mosquito flies around the barman while a guest is chosen. */
  async #buzz(): Promise<void> {
    while (this.#sceneName === "avatar" && !this.#gone && this.#flight < FLIGHTS) {
      this.#flight++;
      await this.#run(FLIGHT_MS, (part) => this.#barman.work(part, this.#mosquito.fly(part)));
    }
    this.#flight = 0;
  }

  /** The camera sits where this person sits, so their figure is seen only when it is elsewhere. */
  #showYou(): void {
    const place = this.#you === null ? undefined : this.#places[this.#you];
    if (!place?.guest) return;
    const seen = this.#sceneName === "join" || this.#sceneName === "end";
    place.guest.figure.visible = seen && this.#podium === null;
    place.stool.visible = seen;
  }

  /** The eight guests in line on both floors, one of them chosen; null: none yet. */
  offerGuests(chosen: number | null): void {
    if (this.#line.length === 0) {
      for (let i = 0; i < GUEST_COUNT; i++) {
        const guest = new Guest(i),
          { x, y, z } = waitingPlace(i);
        guest.figure.position.set(x, y, z);
        this.#scene.add(guest.figure);
        this.#line.push(guest);
      }
    }
    this.#line.forEach((guest, i) => {
      const from = guest.figure.scale.x,
        to = i === chosen ? 1.22 : 0.92;
      void this.#run(220, (part) => {
        guest.figure.scale.setScalar(mix(from, to, ease(part)));
        guest.cheer(i === chosen ? ease(part) : 0);
      });
    });
  }

  /** Who sits at the table, counter-clockwise from this person, who is below (null: all are seen). */
  seat(sitters: Sitter[], you: number | null, animate: boolean): void {
    this.#you = you;
    while (this.#places.length > sitters.length) this.#leave(this.#places.pop());
    sitters.forEach((sitter, i) => {
      const place = this.#places[i] ?? (this.#places[i] = this.#makePlace());
      const angle = Math.PI / 2 - (2 * Math.PI * (i - (you ?? 0))) / sitters.length,
        x = Math.cos(angle),
        z = Math.sin(angle);
      place.group.position.set(x * SEAT_RADIUS, 0, z * SEAT_RADIUS);
      place.group.rotation.y = Math.atan2(-x, -z);
      place.name.textContent = sitter.name;
      if (place.guest?.number !== sitter.guest) {
        if (place.guest) place.group.remove(place.guest.figure);
        place.guest = new Guest(sitter.guest);
        this.#join(place, place.guest, animate ? i * 160 : -1);
      }
      // A cup for everyone who joins.
      if (place.dice.length === 0) this.#settle(place, null, "over");
    });
    this.#showYou();
    this.#wake();
  }

  /** Dice and cups as they are; `roll` shakes the cups first. */
  deal(hands: Hand[], roll: boolean): void {
    hands.forEach((hand, i) => {
      const place = this.#places[i];
      if (!place) return;
      this.#stock(place, hand);
      place.cup.visible = !hand.out && hand.dice > 0;
      if (place.guest && i !== this.#you) place.guest.figure.visible = !hand.out;
      place.label.classList.toggle("out", hand.out);
      place.left.textContent = hand.out ? "" : "•".repeat(hand.dice);
      if (roll && place.cup.visible) void this.#shake(place, hand, i);
      else this.#settle(place, hand.faces, i === this.#you ? "beside" : hand.faces ? "beside" : "over");
    });
    this.#wake();
  }

  /** All cups are carried to the centre and lifted; the dice that count shine. */
  async lift(hands: Hand[], counts: (face: number) => boolean, animate: boolean): Promise<void> {
    const playing = hands.filter((hand) => !hand.out && hand.dice > 0).length,
      ring = Math.max(RING_LEAST, (CUP_ROOM * playing) / (2 * Math.PI));
    await Promise.all(
      hands.map(async (hand, i) => {
        const place = this.#places[i];
        if (!place || hand.out) return;
        this.#stock(place, hand);
        const covered = place.shown === null;
        this.#settle(place, hand.faces, covered ? "over" : "beside");
        if (hand.faces) await this.#carry(place, SEAT_RADIUS - ring, covered, animate ? 90 * i : -1);
        place.shown = hand.faces;
        place.dice.forEach((die, n) =>
          this.#things.paint(
            die,
            hand.faces === null ? "plain" : counts(hand.faces[n] ?? 0) ? "counts" : "idle",
          ),
        );
        this.#wake();
      }),
    );
  }

  /** A cup with its dice to the centre, then the cup up and out of the way; at once if the pause is negative. */
  async #carry(place: Place, inwards: number, covered: boolean, pause: number): Promise<void> {
    const animate = pause >= 0,
      from = place.dice.map((die) => die.position.clone()),
      to = place.dice.map((_, n) => this.#dieSpot(place, n, false, inwards));
    const cupFrom = place.cup.position.clone(),
      over = this.#spot(place, inwards, 0).setY(TABLE_HEIGHT + 0.01),
      away = this.#spot(place, CUP_AWAY, 0).setY(TABLE_HEIGHT + 0.01);
    place.dice.forEach((die) => (die.visible = !covered));
    await this.#run(
      animate ? 800 : 0,
      (part) => {
        place.cup.position.lerpVectors(cupFrom, over, ease(part));
        if (!covered) place.cup.position.y += Math.sin(Math.PI * part) * CUP_HEIGHT;
        place.dice.forEach((die, n) => {
          const start = from[n],
            end = to[n];
          if (start && end) die.position.lerpVectors(start, end, ease(part));
        });
      },
      Math.max(pause, 0),
    );
    if (this.#gone) return;
    await this.#run(animate ? 900 : 0, (part) => {
      place.dice.forEach((die) => (die.visible = true));
      place.cup.position.lerpVectors(over, away, ease(part)).y += Math.sin(Math.PI * ease(part)) * 0.6;
    });
  }

  /** Whose turn it is: a spot of light on the felt. */
  turn(seat: number | null): void {
    const place = seat === null ? undefined : this.#places[seat];
    const material = this.#marker.material as MeshBasicMaterial;
    if (!place) material.opacity = 0;
    else {
      const from = this.#marker.position.clone(),
        to = place.group.position.clone().multiplyScalar(0.5);
      const was = material.opacity;
      void this.#run(was > 0 ? 350 : 0, (part) => {
        this.#marker.position.set(
          mix(from.x, to.x, ease(part)),
          TABLE_HEIGHT + 0.013,
          mix(from.z, to.z, ease(part)),
        );
        material.opacity = 0.16;
      });
    }
    this.#places.forEach((one, i) => one.label.classList.toggle("on-turn", i === seat));
  }

  /** Someone says something; the previous remark stays, smaller. */
  say(seat: number, words: (Node | string)[] | null, fresh: boolean): void {
    const place = this.#places[seat];
    if (!place) return;
    place.bubble.replaceChildren(...(words ?? []));
    place.bubble.classList.toggle("there", words !== null);
    if (!fresh || !place.guest) return this.#wake();
    const guest = place.guest;
    place.bubble.classList.remove("fresh");
    requestAnimationFrame(() => place.bubble.classList.add("fresh"));
    void this.#run(900, (part) => guest.lean(Math.sin(Math.PI * ease(part))));
  }

  hush(): void {
    for (let i = 0; i < this.#places.length; i++) this.say(i, null, false);
  }

  /** Winner and loser of a round react. */
  feel(seat: number, mood: "glad" | "sad" | "calm"): void {
    const guest = this.#places[seat]?.guest;
    if (!guest) return;
    void this.#run(600, (part) => {
      guest.cheer(mood === "glad" ? ease(part) : 0);
      guest.droop(mood === "sad" ? ease(part) : 0);
    });
  }

  calm(): void {
    this.#places.forEach((_, i) => this.feel(i, "calm"));
    this.#lamp.color.set(0xffe2b0);
    this.#lamp.intensity = 90;
    if (this.#confetti) this.#scene.remove(this.#confetti);
    if (this.#podium) this.#scene.remove(this.#podium);
    this.#confetti = this.#podium = null;
  }

  /** The last scene: the winner on the table with a prize, and confetti; or the lights going down. */
  finish(winner: number | null, lost: boolean, animate: boolean): void {
    this.#places.forEach((_, i) => this.feel(i, i === winner ? "glad" : "sad"));
    if (lost)
      void this.#run(animate ? 1500 : 0, (part) => {
        this.#lamp.intensity = mix(90, 34, part);
        this.#lamp.color.setRGB(1, mix(0.77, 0.3, part), mix(0.45, 0.2, part));
      });
    else {
      if (winner !== null) this.#honour(winner, animate);
      if (animate && !lessMotion()) this.#throwConfetti();
    }
  }

  #honour(winner: number, animate: boolean): void {
    const place = this.#places[winner];
    if (!place?.guest || this.#podium) return;
    const podium = new Group(),
      guest = new Guest(place.guest.number),
      cup = prize();
    this.#podium = podium;
    place.guest.figure.visible = false;
    guest.figure.position.y = TABLE_HEIGHT;
    cup.position.set(0.85, TABLE_HEIGHT, 0.35);
    podium.add(guest.figure, cup);
    this.#scene.add(podium);
    for (const one of this.#places) {
      one.cup.visible = false;
      for (const die of one.dice) die.visible = false;
    }
    void this.#run(animate ? 1400 : 0, (part) => {
      guest.figure.position.y = TABLE_HEIGHT - (1 - ease(part)) * 1.6;
      guest.cheer(ease(part));
      podium.rotation.y = (1 - ease(part)) * Math.PI;
      cup.scale.setScalar(Math.max(0.001, bounce(part)) * 1.4);
    });
  }

  #run(ms: number, step: (part: number) => void, pause = 0): Promise<void> {
    const done = this.motion.run(ms, step, pause);
    this.#wake();
    return done;
  }

  #makePlace(): Place {
    const name = h("span", { class: "bar-name" }),
      left = h("span", { class: "bar-left" }),
      bubble = h("div", { class: "bubble", dir: "auto" });
    const label = h("div", { class: "bar-label" }, bubble, h("div", { class: "bar-who" }, name, left));
    const place: Place = {
      group: new Group(),
      guest: null,
      stool: stool(),
      cup: this.#things.cup(),
      dice: [],
      shown: null,
      label,
      name,
      left,
      bubble,
    };
    place.group.add(place.stool);
    this.#scene.add(place.group, place.cup);
    this.#labels.append(label);
    return place;
  }

  #leave(place: Place | undefined): void {
    if (!place) return;
    this.#scene.remove(place.group, place.cup, ...place.dice);
    place.label.remove();
  }

  /** Comes from the counter or the gallery to the stool; at once if the pause is negative. */
  #join(place: Place, guest: Guest, pause: number): void {
    place.group.add(guest.figure);
    const home = waitingPlace(guest.number),
      from = place.group.worldToLocal(new Vector3(home.x, home.y, home.z));
    const way = (part: number): void => {
      const p = ease(part);
      guest.figure.position.set(
        mix(from.x, 0, p),
        mix(from.y, 0.78, p) + Math.abs(Math.sin(part * 18)) * 0.06 * (1 - part),
        mix(from.z, 0, p),
      );
    };
    if (pause < 0) way(1);
    else {
      way(0);
      void this.#run(1400, way, pause);
    }
  }

  /** As many dice on the table as the hand has. */
  #stock(place: Place, hand: Hand): void {
    while (place.dice.length > hand.dice) {
      const die = place.dice.pop();
      if (die) this.#scene.remove(die);
    }
    while (place.dice.length < hand.dice) {
      const die = this.#things.die();
      place.dice.push(die);
      this.#scene.add(die);
    }
  }

  /** Towards the middle of the table from a seat, and to its right. */
  #spot(place: Place, inwards: number, right: number): Vector3 {
    const out = place.group.position.clone().normalize(),
      side = new Vector3(-out.z, 0, out.x);
    return out
      .multiplyScalar(SEAT_RADIUS - inwards)
      .add(side.multiplyScalar(-right))
      .setY(TABLE_HEIGHT);
  }

  #dieSpot(place: Place, n: number, spread: boolean, inwards = 1.32): Vector3 {
    const count = place.dice.length;
    if (spread)
      return this.#spot(place, 1.3 + (n % 2) * 0.05, (n - (count - 1) / 2) * DIE * 1.32).setY(
        TABLE_HEIGHT + DIE / 2 + 0.012,
      );
    const angle = (2 * Math.PI * n) / Math.max(count - 1, 1),
      far = n === 0 ? 0 : 0.235;
    return this.#spot(place, inwards + Math.sin(angle) * far, Math.cos(angle) * far).setY(
      TABLE_HEIGHT + DIE / 2 + 0.012,
    );
  }

  /** The cup from over the dice (0) to beside them (1). */
  #putCup(place: Place, part: number): void {
    const over = this.#spot(place, 1.32, 0),
      beside = this.#spot(place, 1.28, place.dice.length * DIE * 0.66 + 0.42);
    place.cup.position.x = mix(over.x, beside.x, part);
    place.cup.position.z = mix(over.z, beside.z, part);
  }

  #settle(place: Place, faces: number[] | null, where: "over" | "beside"): void {
    place.shown = where === "over" ? null : faces;
    place.cup.rotation.set(0, 0, 0);
    place.cup.position.y = TABLE_HEIGHT + 0.01;
    this.#putCup(place, where === "over" ? 0 : 1);
    place.dice.forEach((die, n) => {
      die.visible = faces !== null;
      die.position.copy(this.#dieSpot(place, n, where === "beside" || faces !== null));
      die.quaternion.copy(this.#lyingAt(place, faces?.[n] ?? 1, n));
      this.#things.paint(die, "plain");
    });
  }

  /** Dice face their owner, each turned a little. */
  #lyingAt(place: Place, face: number, n: number): Quaternion {
    return lying(face, place.group.rotation.y + (((n * 13 + place.dice.length * 5) % 7) - 3) * 0.07);
  }

  /** The cup is shaken and put down, then lifted if the dice may be seen. */
  async #shake(place: Place, hand: Hand, seat: number): Promise<void> {
    this.#settle(place, null, "over");
    const home = place.cup.position.clone();
    await this.#run(
      950,
      (part) => {
        const up = Math.sin(Math.PI * part),
          swing = Math.sin(part * 34) * up;
        place.cup.position.set(home.x + swing * 0.09, home.y + up * 0.55, home.z);
        place.cup.rotation.set(swing * 0.25, 0, swing * 0.35);
      },
      70 * seat,
    );
    if (this.#gone) return;
    this.#settle(place, null, "over");
    if (!hand.faces) return;
    const ends = place.dice.map((_, n) => this.#dieSpot(place, n, true)),
      starts = place.dice.map((_, n) => this.#dieSpot(place, n, false));
    place.dice.forEach((die) => (die.visible = true));
    await this.#run(900, (part) => {
      place.cup.position.y = TABLE_HEIGHT + 0.01 + Math.sin(Math.PI * ease(part)) * CUP_HEIGHT;
      this.#putCup(place, ease(part));
      place.dice.forEach((die, n) => {
        const start = starts[n],
          end = ends[n];
        if (!start || !end) return;
        die.position.lerpVectors(start, end, ease(part)).setY(end.y + (1 - bounce(part)) * 0.25);
        die.quaternion
          .setFromAxisAngle(new Vector3(1, 0.4, n - 2).normalize(), (1 - part) ** 2 * (9 + n))
          .multiply(this.#lyingAt(place, hand.faces?.[n] ?? 1, n));
      });
    });
    if (!this.#gone) this.#settle(place, hand.faces, "beside");
  }

  #clearLine(animate: boolean): void {
    for (const guest of this.#line)
      void this.#run(animate ? 500 : 0, (part) => {
        guest.figure.scale.setScalar(Math.max(1 - part, 0.001));
        if (part >= 1) this.#scene.remove(guest.figure);
      });
    this.#line = [];
  }

  #throwConfetti(): void {
    const pieces = new InstancedMesh(
      new PlaneGeometry(0.07, 0.11),
      new MeshBasicMaterial({ side: 2 }),
      CONFETTI,
    );
    const colours = [0xd9463f, 0xf0b23f, 0x3ec0b0, 0xf6ecd6, 0x7b3b86].map((c) => new Color(c));
    const paths = Array.from({ length: CONFETTI }, () => ({
      x: (Math.random() - 0.5) * 6,
      z: (Math.random() - 0.6) * 5,
      y: 5 + Math.random() * 2.5,
      spin: Math.random() * 9,
      drift: Math.random() - 0.5,
    }));
    paths.forEach((_, i) => pieces.setColorAt(i, colours[i % colours.length] ?? new Color(1, 1, 1)));
    this.#confetti = pieces;
    this.#scene.add(pieces);
    const place = new Matrix4(),
      spin = new Matrix4();
    void this.#run(5200, (part) => {
      paths.forEach((path, i) => {
        const y = path.y - part * 8;
        place.makeRotationY(path.spin * part * 4).multiply(spin.makeRotationX(path.spin + part * 12));
        place.setPosition(path.x + path.drift * part * 3, Math.max(y, 0.02), path.z);
        pieces.setMatrixAt(i, place);
      });
      pieces.instanceMatrix.needsUpdate = true;
      if (part >= 1) this.#scene.remove(pieces);
    });
  }

  /** Steps back if the picture is narrow, so that everyone stays in it. */
  #fit(name: SceneName): View {
    if (name === "avatar") return this.#faceLine();
    const to = VIEWS[name];
    const back = Math.max(1, (name === "title" ? 1.1 : 1.3) / Math.max(this.#camera.aspect, 0.45));
    return { eye: to.at.clone().add(to.eye.clone().sub(to.at).multiplyScalar(back)), at: to.at };
  }

  /** Straight in front of the guests, from as near as shows all of them; the sign is at the upper edge. */
  #faceLine(): View {
    const width = this.element.clientWidth || 1,
      height = this.element.clientHeight || 1;
    const buttons = Math.min(0.4, (width < LINE.narrow ? LINE.buttonsNarrow : LINE.buttons) / height);
    const slope = Math.tan((this.#camera.fov * Math.PI) / 360);
    const away = Math.max(
      (LINE.top - LINE.bottom) / (2 * slope * (1 - buttons)),
      LINE.half / (slope * this.#camera.aspect),
    );
    const y = LINE.top - away * slope;
    return view(0, y, LINE.depth + away, 0, y, LINE.depth);
  }

  #resize(): void {
    const width = this.element.clientWidth,
      height = this.element.clientHeight;
    if (width === 0 || height === 0) return;
    this.#renderer.setSize(width, height, false);
    this.#camera.aspect = width / height;
    this.#camera.updateProjectionMatrix();
    const to = this.#fit(this.#sceneName);
    if (!this.#travelling) {
      this.#camera.position.copy(to.eye);
      this.#lookAt.copy(to.at);
    }
    this.#wake();
  }

  #wake(): void {
    if (this.#frame || this.#gone) return;
    this.#frame = requestAnimationFrame((now) => this.#draw(now));
  }

  #draw(now: number): void {
    this.#frame = 0;
    const began = performance.now();
    this.motion.tick(now);
    this.#camera.lookAt(this.#lookAt);
    this.#renderer.render(this.#scene, this.#camera);
    this.#placeLabels();
    this.#spare(performance.now() - began);
    if (this.motion.busy) this.#wake();
  }

  /** Several slow frames in a row: fewer pixels, then no shadows. */
  #spare(took: number): void {
    this.#slow = took > SLOW_FRAME ? this.#slow + 1 : 0;
    if (this.#slow < 4) return;
    this.#slow = 0;
    if (this.#renderer.getPixelRatio() > 0.75) {
      this.#renderer.setPixelRatio(Math.max(this.#renderer.getPixelRatio() * 0.7, 0.7));
      this.#renderer.setSize(this.element.clientWidth, this.element.clientHeight, false);
    } else if (this.#lamp.castShadow) this.#lamp.castShadow = false;
  }

  #placeLabels(): void {
    const width = this.element.clientWidth,
      height = this.element.clientHeight;
    this.#places.forEach((place, i) => {
      const spot =
        i === this.#you
          ? this.#spot(place, 1.0, -1.35).setY(TABLE_HEIGHT)
          : place.group.position.clone().setY(2.55);
      spot.project(this.#camera);
      const x = ((spot.x + 1) / 2) * width,
        y = ((1 - spot.y) / 2) * height;
      setVars(place.label, {
        "--x": `${Math.min(Math.max(x, 72), width - 72).toFixed(1)}px`,
        "--y": `${Math.min(Math.max(y, 66), height - 8).toFixed(1)}px`,
      });
    });
  }
}
