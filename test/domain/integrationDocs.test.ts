import { readFileSync } from "node:fs";
import { join } from "node:path";
import { descriptionOf, integrationTypeNames, oauthTypes } from "../../shared/domain/integrations/index.ts";

/** docs/integrations.md documents every integration type. */
const page = readFileSync(join(import.meta.dirname, "../../docs/integrations.md"), "utf8");

test.each(integrationTypeNames)("%s has a section with an example of its config", (type) => {
  const { title, config } = descriptionOf(type);
  const section = page.split(`\n### ${title}\n`)[1]?.split(/\n#{2,3} /)[0] ?? "";
  const example = section.split("```json\n")[1]?.split("```")[0] ?? "{}";
  expect(Object.keys(JSON.parse(example)).sort()).toEqual(Object.keys(config).sort());
});

test.each(oauthTypes)("%s documents its OAuth client and variables", (type) => {
  const prefix = type.toUpperCase();
  expect(page).toMatch(new RegExp(`^\\| \`${type}\` \\| \\S`, "m"));
  for (const name of ["CLIENT_ID", "CLIENT_SECRET", "AUTHORIZE_URL", "TOKEN_URL", "API_URL"]) {
    expect(page).toContain(`\`${prefix}_${name}\``);
  }
});
