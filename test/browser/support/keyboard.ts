import type { CDPSession, Page } from "playwright-core";
import { eventually } from "../../support/eventually.ts";

/**
 * Somebody without a pointer: presses keys, and knows of the page what its accessibility tree says of the focus, as
 * `button "Publish"`. What is called so is reached by keys, or not at all.
 */
export interface Keyboard {
  press(...keys: string[]): Promise<void>;
  type(text: string): Promise<void>;
  /** Until the focus has come there by itself. */
  untilAt(name: string | RegExp): Promise<void>;
  /** From here on by that key, once it is there: who looks does not press before. Fails with the way that it went. */
  goTo(
    name: string | RegExp,
    key?: "Tab" | "Shift+Tab" | "F6" | "Shift+F6" | "ArrowRight" | "ArrowLeft",
  ): Promise<void>;
  /** keys so far, but for those of texts */
  presses(): number;
}

/** More than any way on a page is worth. */
const longestWay = 40;

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
      const way = [await focusOf(session)];
      while (!isOf(way.at(-1) as string, name)) {
        if (way.length > longestWay) throw new Error(`${key} does not lead to ${name}: ${way.join(" → ")}`);
        await press(key);
        way.push(await focusOf(session));
      }
    },
    presses: () => presses,
  };
}

/** `button "Publish"` as Playwright looks for it. */
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
    // gone between the two questions
    return "nothing";
  }
}
