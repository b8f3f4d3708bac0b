import type { CDPSession, Page } from "playwright-core";
import { eventually } from "../../support/eventually.ts";

/** A user without a pointer, who knows only the accessibility tree of the focused element, such as `button "Publish"`. */
export interface Keyboard {
  press(...keys: string[]): Promise<void>;
  type(text: string): Promise<void>;
  /** Waits until the focus is there. */
  untilAt(name: string | RegExp): Promise<void>;
  /** Presses the key until the focus is there, waiting for it to exist first. On failure, shows the steps. */
  goTo(
    name: string | RegExp,
    key?: "Tab" | "Shift+Tab" | "F6" | "Shift+F6" | "ArrowRight" | "ArrowLeft",
  ): Promise<void>;
  /** keys pressed so far, without typed texts */
  presses(): number;
}

/** Maximum presses to reach anything on a page. */
const maxPresses = 40;

export async function keyboardOf(page: Page): Promise<Keyboard> {
  const session = await page.context().newCDPSession(page);
  await session.send("Accessibility.enable");
  let presses = 0;
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
    presses += keys.length;
  };
  const isOf = (focused: string, name: string | RegExp) =>
    typeof name === "string" ? focused === name : name.test(focused);
  return {
    press,
    type: (text) => page.keyboard.type(text),
    untilAt: (name) =>
      eventually(async () => {
        const focused = await focusOf(session);
        if (!isOf(focused, name)) throw new Error(`The focus is not at ${name} but at ${focused}.`);
      }),
    async goTo(name, key = "Tab") {
      await untilThere(page, name);
      const steps = [await focusOf(session)];
      while (!isOf(steps.at(-1) as string, name)) {
        if (steps.length > maxPresses) throw new Error(`${key} doesn’t reach ${name}: ${steps.join(" → ")}`);
        await press(key);
        steps.push(await focusOf(session));
      }
    },
    presses: () => presses,
  };
}

/** Waits for `button "Publish"` by Playwright's role selector. */
async function untilThere(page: Page, name: string | RegExp): Promise<void> {
  const [, role, text] = (typeof name === "string" && /^(\w+) (".*")$/s.exec(name)) || [];
  if (!role || !text) return;
  const wanted = page.getByRole(role as Parameters<Page["getByRole"]>[0], { name: JSON.parse(text), exact: true });
  await wanted.first().waitFor();
}

interface AxNode {
  role?: { value: string };
  name?: { value: string };
}

async function focusOf(session: CDPSession): Promise<string> {
  const { result } = await session.send("Runtime.evaluate", { expression: "document.activeElement" });
  if (result.objectId === undefined) return "nothing";
  try {
    const tree = await session.send("Accessibility.getPartialAXTree", {
      objectId: result.objectId,
      fetchRelatives: false,
    });
    const [node] = tree.nodes as unknown as AxNode[];
    return `${node?.role?.value} ${JSON.stringify(node?.name?.value ?? "")}`;
  } catch {
    // gone between the two queries
    return "nothing";
  }
}
