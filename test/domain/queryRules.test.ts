import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { routes } from "../../services/gateway/routes/routes.ts";
import { queryRule } from "../../shared/bus/queryRule.ts";

/** Each copy announces the words of owners' queries by the rules of its actions (shared/bus/words.ts). */
const root = join(import.meta.dirname, "../..");

/** An upload's query goes to the action after the file. */
const later: Record<string, string> = { "sessions.reserveImport": "sessions.importResponses" };

test("the action of each endpoint with an owner's query announces its words", async () => {
  const rules = new Map<string, { words?: object } | undefined>();
  for (const file of globSync("services/*/*.service.ts", { cwd: root })) {
    const { default: service } = await import(join(root, file));
    for (const [name, action] of Object.entries<{ params?: { query?: object } }>(service.actions ?? {}))
      rules.set(`${service.name}.${name}`, action.params?.query);
  }
  const asked = routes.flatMap(({ auth, query, action }) =>
    query && (auth === "caller" || auth === "user" || auth === "link")
      ? [{ action, words: queryRule(query).words }]
      : [],
  );
  expect(asked.length).toBeGreaterThan(25);
  expect(asked.map(({ action }) => ({ action, words: rules.get(later[action] ?? action)?.words }))).toEqual(asked);
});
