import { describe, expect, test } from "@jest/globals";
import { api } from "../../shared/api/endpoints/index.ts";
import { RegisterBody } from "../../shared/api/shapes/auth.ts";
import { UpdateFormBody } from "../../shared/api/shapes/forms.ts";
import { PutResultsBody } from "../../shared/api/shapes/results.ts";
import { isEmailAddress } from "../../shared/domain/emailAddress.ts";
import { defanged, printable } from "../../shared/domain/names.ts";
import { checker, type TSchema } from "../../shared/domain/schema.ts";

/** Names and addresses that others see (teams §20.21.6). */
const nameFault = checker(RegisterBody);
const given = { email: "ada@example.com", password: "correct horse battery", name: "Ada" };

describe("a name", () => {
  test.each(["Ada\u202Egnp.exe", "Ada\u2066", "Ada\n", "\u001B[2J", "A\u200Bda", "\uFEFFAda", "Ada\u2028"])(
    "is refused with characters that can't be seen (%j)",
    (name) => expect(nameFault({ ...given, name })).toEqual(["name: has characters that can't be seen"]),
  );

  test.each(["Ada Lovelace", "Zoë", "می\u200Cخواهم", "👩\u200D💻", "محمد", "Jean-Luc (R&D)"])(
    "is taken (%s)",
    (name) => {
      expect(nameFault({ ...given, name })).toEqual([]);
    },
  );

  test("has no address that a mail program makes a link of", () => {
    expect(defanged("Ada of https://evil.example/a, Dr. Bo")).toBe("Ada of https://evil[.]example/a, Dr. Bo");
  });

  test("is escaped for a terminal", () => {
    expect(printable("Ada\u001B[31m\u202E, Zoë")).toBe("Ada\\u001b[31m\\u202e, Zoë");
  });
});

test.each(["a@example.com>", "a\u200B@example.com", "a\u202E@example.com", "<a@example.com>", "a@exam\u00ADple.com"])(
  "the address %j is refused",
  (email) => {
    expect(isEmailAddress(email)).toBe(false);
    expect(nameFault({ ...given, email })).toEqual(["email: must be an email address"]);
  },
);

/** Bodies that name something which exists, whatever it is called. */
const known = ["login", "forgotPassword", "deleteWorkspace"];

test.each<[string, TSchema, object, string]>([
  ["label", UpdateFormBody, { labels: ["a", "b\u202E"] }, "labels.1"],
  ["heading of results", PutResultsBody, { title: "Lunch\u0007" }, "title"],
])("a %s is refused with characters that can't be seen", (_, schema, body, at) => {
  expect(checker(schema)(body)).toEqual([`${at}: has characters that can't be seen`]);
});

test("every body that gives a name or an address has one judge for it", () => {
  const judged: Record<string, string> = { name: "name", "labels[]": "name", email: "email-address" };
  const rows = Object.values(api).flatMap((methods) => Object.values(methods) as { id: string; body?: TSchema }[]);
  const left = rows.flatMap(({ id, body }) =>
    !body || known.includes(id)
      ? []
      : fieldsOf(body as TSchema).flatMap(({ at, field, schema }) =>
          judged[field] !== undefined && schema.type === "string" && schema.format !== judged[field]
            ? [`${id} ${at}`]
            : [],
        ),
  );
  expect(left).toEqual([]);
});

interface Field {
  at: string;
  field: string;
  schema: { type?: string; format?: string };
}

function fieldsOf(schema: object, at = ""): Field[] {
  const { properties = {}, items, anyOf = [] } = schema as Record<string, never>;
  const own = Object.entries(properties as Record<string, object>).flatMap(([field, inner]) => [
    { at: `${at}.${field}`, field, schema: inner },
    ...fieldsOf(inner, `${at}.${field}`),
  ]);
  const inItems = items ? fieldsOf({ properties: { [`${at.split(".").at(-1)}[]`]: items } }, at) : [];
  return [...own, ...inItems, ...(anyOf as object[]).flatMap((one) => fieldsOf(one, at))];
}
