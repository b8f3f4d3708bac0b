import type { CDPSession, Page } from "playwright-core";

/** Chromium's accessibility tree, as a screen reader gets it. */
export interface Tree {
  /** Returns the roles of controls without a name. */
  nameless(): Promise<string[]>;
  /** Returns the field or group that has or contains the focus. */
  focusedField(): Promise<{ role: string; name: string; description: string; isInvalid: boolean }>;
}

interface AxNode {
  ignored: boolean;
  role?: { value: string };
  name?: { value: string };
  description?: { value: string };
  properties?: { name: string; value: { value: unknown } }[];
}

export async function treeOf(page: Page): Promise<Tree> {
  const session = await page.context().newCDPSession(page);
  await session.send("Accessibility.enable");
  return { nameless: () => nameless(session), focusedField: () => focusedField(session) };
}

async function nameless(session: CDPSession): Promise<string[]> {
  const { nodes } = (await session.send("Accessibility.getFullAXTree")) as unknown as { nodes: AxNode[] };
  return nodes
    .filter((node) => !node.ignored && property(node, "focusable") === true && !isDocument(node))
    .filter((node) => !node.name?.value.trim())
    .map((node) => String(node.role?.value));
}

const isDocument = ({ role }: AxNode) => role?.value === "RootWebArea";

async function focusedField(session: CDPSession) {
  const field = `document.activeElement.closest("[aria-labelledby][aria-describedby]") ?? document.activeElement`;
  const { result } = await session.send("Runtime.evaluate", { expression: field });
  const { objectId } = result;
  if (objectId === undefined) throw new Error("nothing has the focus");
  const { nodes } = await session.send("Accessibility.getPartialAXTree", { objectId, fetchRelatives: false });
  const node = nodes[0] as unknown as AxNode;
  return {
    role: String(node.role?.value),
    name: node.name?.value ?? "",
    description: node.description?.value ?? "",
    isInvalid: ![undefined, "false"].includes(property(node, "invalid") as string | undefined),
  };
}

function property({ properties = [] }: AxNode, name: string): unknown {
  return properties.find((it) => it.name === name)?.value.value;
}
