import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "@jest/globals";
import type { Release } from "./listActions.ts";
import { previousCode, previousCommits } from "./previous.ts";

/** The bus contract of this release and a previous one, because their copies call each other during an upgrade. */
describe.each(previousCommits)("beside %s", (commit) => {
  let previous: Release;
  let current: Release;

  beforeAll(() => {
    const script = join(import.meta.dirname, "listActions.ts");
    const read = (cwd: string): Release => JSON.parse(String(execFileSync(process.execPath, [script], { cwd })));
    current = read(join(import.meta.dirname, "../.."));
    previous = read(previousCode(commit));
  }, 120_000);

  test("keeps every action that the previous release calls", () => {
    expect(previous.called.length).toBeGreaterThan(50);
    expect(previous.called.filter((name) => !(name in current.actions))).toEqual([]);
  });

  test("requires no parameter that the previous release doesn't send", () => {
    expect(unsent(previous, current)).toEqual([]);
  });

  test("sends every parameter that the previous release requires", () => {
    expect(unsent(current, previous)).toEqual([]);
  });

  test("keeps every operation ID of the previous release, which names functions of generated clients", () => {
    const idsIn = (folder: string): string[] => {
      const file = join(folder, "docs/operations.txt");
      return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
    };
    const kept = new Set(idsIn(join(import.meta.dirname, "../..")));
    expect(kept.size).toBeGreaterThan(80);
    expect(idsIn(previousCode(commit)).filter((id) => !kept.has(id))).toEqual([]);
  });
});

/** Returns `<action>: <parameter>` for each parameter that `called` requires and `caller` doesn't. */
function unsent(caller: Release, called: Release): string[] {
  return Object.entries(called.actions).flatMap(([action, rules]) => {
    const sent = caller.actions[action];
    if (!sent) return [];
    return Object.keys(rules)
      .filter((name) => isRequired(rules[name]) && !isRequired(sent[name]))
      .map((name) => `${action}: ${name}`);
  });
}

function isRequired(rule: unknown): boolean {
  if (rule === undefined) return false;
  if (typeof rule === "string") return !rule.includes("|optional");
  const { optional = false, default: value } = rule as { optional?: boolean; default?: unknown };
  return !optional && value === undefined;
}
