import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { eventually } from "../support/eventually.ts";
import type { Engine } from "./engine.ts";

/** Finds elements as people do, by role and name, and uses them with real keys and clicks. */
export type Visitor = ReturnType<typeof visitorOf>;

const library = readFileSync(
  createRequire(import.meta.url).resolve("@testing-library/dom/dist/@testing-library/dom.umd.min.js"),
  "utf8",
);

/** Key names as in Playwright, and their code points in WebDriver. */
const keys: Record<string, string> = {
  Enter: "\uE007",
  Tab: "\uE004",
  Space: " ",
  Escape: "\uE00C",
  Backspace: "\uE003",
  Control: "\uE009",
  Home: "\uE011",
  End: "\uE010",
  ArrowLeft: "\uE012",
  ArrowUp: "\uE013",
  ArrowRight: "\uE014",
  ArrowDown: "\uE015",
};

const isTouchable = `(element) => {
  element.scrollIntoView({ block: "center", behavior: "instant" });
  const { x, y, width, height } = element.getBoundingClientRect();
  return [Math.floor(x + width / 2), Math.floor(y + height / 2)];
}`;

/** Notes in `reached` whether the next click is on the element or its label. */
const watchClick = `(element) => {
  const isOn = ({ target }) => [element, ...(element.labels ?? [])].some((part) => part.contains(target));
  globalThis.reached = null;
  addEventListener("click", (event) => { globalThis.reached = isOn(event); }, { capture: true, once: true });
  return null;
}`;

/** The part of the page that can be used: an open dialog, or all of it. */
const within = `(document.querySelector("[role=dialog]") ?? document.body)`;

/** The focused element and the text, for errors. */
const state = `document.activeElement.outerHTML.slice(0, 500) + "\\n" + ${within}.innerText.slice(0, 700)`;

export function visitorOf(engine: Engine) {
  /** Runs a function of the found elements, `found => …` as a string. Throws unless exactly one element is found. */
  async function withOne(role: string, name: string | RegExp, program: string): Promise<unknown> {
    await ensureLibrary();
    const named = typeof name === "string" ? JSON.stringify(name) : String(name);
    const found = `TestingLibraryDom.queryAllByRole(${role === "dialog" ? "document.body" : within}, ${JSON.stringify(role)}, { name: ${named} })`;
    const result = await engine.run(
      `((found) => found.length === 1 ? { value: (${program})(found[0]) } : found.length)(${found})`,
    );
    if (typeof result === "number") {
      const counted = `There are ${result} elements of the role ${role} named ${name}`;
      throw new Error(`${counted}\n${await engine.run(state)}`);
    }
    return (result as { value: unknown }).value;
  }

  async function ensureLibrary(): Promise<void> {
    if (await engine.run(`"TestingLibraryDom" in globalThis`)) return;
    await engine.run(`(() => { ${library} })()`);
  }

  const act = (type: "key" | "pointer", actions: object[]) => engine.act([{ type, id: type, actions }]);
  const strokes = (value: string) => [
    { type: "keyDown", value },
    { type: "keyUp", value },
  ];

  /** Waits until the expression is true. */
  const until = (expression: string) =>
    eventually(async () => {
      if (!(await engine.run(expression))) throw new Error(`Still false: ${expression}\n${await engine.run(state)}`);
    }, 30);

  return {
    /** Waits for the new document too: Firefox reports it early if the old one is going back in its history, as an end screen does. */
    async open(url: string): Promise<void> {
      await engine.run("globalThis.isLeft = true").catch(() => undefined);
      await engine.open(url);
      await until("!globalThis.isLeft");
    },
    run: engine.run,
    chooseFile: engine.chooseFile,
    enterFrame: engine.enterFrame,
    close: engine.close,

    /** Waits for the element. */
    see: (role: string, name: string | RegExp) => eventually(() => withOne(role, name, "() => null"), 30),
    /** Returns the value of the field. */
    valueOf: (role: string, name: string | RegExp) => eventually(() => withOne(role, name, "(it) => it.value"), 30),
    until,

    /** Clicks the element, again if it moved away under the pointer, as an image that loads above moves it. */
    click: (role: string, name: string | RegExp): Promise<void> =>
      eventually(async () => {
        const place = async () => (await withOne(role, name, isTouchable)) as [number, number];
        const [before, [x, y]] = [await place(), await place()];
        if (String(before) !== String([x, y])) throw new Error(`The ${role} named ${name} moves`);
        await withOne(role, name, watchClick);
        await act("pointer", [
          { type: "pointerMove", x, y },
          { type: "pointerDown", button: 0 },
          { type: "pointerUp", button: 0 },
        ]);
        // undefined on the page that it led to
        const hasReached = await engine.run("globalThis.reached ?? globalThis.reached === undefined");
        if (!hasReached) throw new Error(`The ${role} named ${name} moved under the pointer`);
      }, 30),

    type: (text: string) => act("key", [...text].flatMap(strokes)),

    /** Presses a key, such as `Enter`, `b` or `Control+Enter`. */
    async press(key: string): Promise<void> {
      const [last = "", ...held] = key
        .split("+")
        .map((part) => keys[part] ?? part)
        .reverse();
      await act("key", [
        ...held.map((value) => ({ type: "keyDown", value })),
        ...strokes(last),
        ...held.map((value) => ({ type: "keyUp", value })),
      ]);
    },
  };
}
