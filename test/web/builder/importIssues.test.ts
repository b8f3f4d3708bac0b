import {
  forgetIssues,
  keepIssues,
  openIssues,
  tickOff,
  watchIssues,
} from "../../../services/web/dashboard/importing/importIssues.ts";
import type { ImportIssue } from "../../../shared/api/shapes/imports.ts";

const issue = (nodeId: string | null): ImportIssue => ({
  severity: "changed",
  code: "condition",
  source: `row ${nodeId}`,
  node_id: nodeId,
  path: nodeId && "/nodes/0",
  reason: null,
  message: "Changed.",
});

describe("issues of an import", () => {
  const stored = new Map<string, string>();
  beforeAll(() => {
    Object.assign(globalThis, {
      localStorage: {
        getItem: (key: string) => stored.get(key) ?? null,
        setItem: (key: string, text: string) => stored.set(key, text),
        removeItem: (key: string) => stored.delete(key),
      },
    });
  });

  it("stay on the device until each is ticked off", () => {
    let told = 0;
    const unwatch = watchIssues(() => (told += 1));
    keepIssues("f1", [issue("a"), issue(null), issue("b")]);
    expect(openIssues("f1").map(({ node_id }) => node_id)).toEqual(["a", "b"]);
    expect(openIssues("f1")).toBe(openIssues("f1"));
    const [first, second] = openIssues("f1");
    if (first) tickOff("f1", first);
    expect(JSON.parse(stored.get("pathform.import.f1") ?? "")).toMatchObject([{ node_id: "b" }]);
    if (second) tickOff("f1", second);
    expect(stored.size).toBe(0);
    expect(told).toBe(3);
    unwatch();
  });

  it("are read from the device, and end when the form is published", () => {
    stored.set("pathform.import.f2", JSON.stringify([issue("a")]));
    stored.set("pathform.import.f3", "{broken");
    expect(openIssues("f2")).toHaveLength(1);
    expect(openIssues("f3")).toEqual([]);
    forgetIssues("f2");
    expect(openIssues("f2")).toEqual([]);
    expect(stored.has("pathform.import.f2")).toBe(false);
  });
});
