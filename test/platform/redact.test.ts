import { inspect } from "node:util";
import { withoutValues } from "../../shared/platform/ops/redact.ts";

/** Redaction of errors for the log. */
const row = "Failing row contains (7, ada@example.com, canary).";
const said = (error: Error) => inspect(error, { showHidden: true, depth: 5 });

test("removes the row of a constraint error but keeps its location", () => {
  const error = Object.assign(
    new Error(`new row for relation "users" violates check constraint "c"\n - detail: ${row}`),
    {
      code: "23514",
      table: "users",
      constraint: "c",
      detail: row,
      where: "canary",
    },
  );
  error.name = "CheckConstraintViolationException";
  const logged = said(withoutValues(error));
  expect(logged).not.toContain("canary");
  for (const part of ["23514", "users", 'check constraint "c"', "redact.test.ts"]) expect(logged).toContain(part);
});

test("removes invalid uuids, rejected parameters and causes", () => {
  const cause = new Error('invalid input syntax for type uuid: "canary ""quoted"" canary"');
  const error = Object.assign(new Error("Parameters validation error!", { cause }), {
    type: "VALIDATION_ERROR",
    data: { action: "auth.login", actual: "canary" },
  });
  const logged = said(withoutValues(error));
  expect(logged).not.toContain("canary");
  expect(logged).toContain("auth.login");
});
