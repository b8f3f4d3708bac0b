import { configsByName } from "../../../shared/domain/graph/shapes/graph.ts";
import { problemCodes } from "../../../shared/domain/graph/shapes/problem.ts";
import { configSchema, configs } from "../../../shared/domain/questions/config/index.ts";
import { defaults } from "../../../shared/domain/questions/defaults.ts";
import { questionTypes } from "../../../shared/domain/questions/question.ts";

/** Schemas of configs, for the OpenAPI document and editors. */
interface Shown {
  title?: string;
  default?: unknown;
  "x-editor"?: string;
}
const shownOf = (type: (typeof questionTypes)[number]) =>
  Object.entries(configs[type].schema.properties) as [string, Shown][];

describe.each(questionTypes)("%s", (type) => {
  test("its schema has the same defaults as walking", () => {
    const told = shownOf(type).filter(([, shown]) => "default" in shown);
    expect(Object.fromEntries(told.map(([key, shown]) => [key, shown.default]))).toEqual(defaults[type]);
  });

  test("each key has a short title and an editor", () => {
    for (const [key, shown] of [...shownOf(type)]) {
      expect({ key, ...shown }).toEqual(expect.objectContaining({ "x-editor": expect.any(String) }));
      expect(shown.title).toMatch(/^[A-Z].{1,35}$/);
    }
  });

  test("its config has a name in the OpenAPI document", () => {
    expect(Object.values(configsByName).map((shape) => JSON.stringify(shape))).toContain(
      JSON.stringify(configSchema(type)),
    );
  });
});

test("each problem code has a title and a description", () => {
  for (const [title, description] of Object.values(problemCodes)) {
    expect(title).toMatch(/^[A-Z][^.]{3,30}$/);
    expect(description).toMatch(/^[A-Z`].{10,}\.$/);
  }
});
