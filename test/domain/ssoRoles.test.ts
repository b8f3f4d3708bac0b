import { expect, test } from "@jest/globals";
import { emailIn, groupsIn, isInDomains, isOverage, nameIn, rolesFor } from "../../services/auth/sso/claims.ts";
import { parseGivenRole, parseRoleRules } from "../../shared/api/access/ssoRoles.ts";

/** Roles from an issuer's claims (teams §20.9). */
const here = "11111111-1111-4111-8111-111111111111";
const there = "22222222-2222-4222-8222-222222222222";

test("reads rules with groups, roles, responses and workspaces", () => {
  expect(parseRoleRules(`form-admins=admin, research=editor/read@${there.toUpperCase()},*=viewer,`)).toEqual([
    { group: "form-admins", role: "admin", responses: "write", workspace: null },
    { group: "research", role: "editor", responses: "read", workspace: there },
    { group: "*", role: "viewer", responses: "none", workspace: null },
  ]);
  expect(parseRoleRules("/Forms/a=b = editor")).toEqual([
    { group: "/Forms/a=b", role: "editor", responses: "write", workspace: null },
  ]);
  expect(parseRoleRules("")).toEqual([]);
});

test.each([
  "admin",
  "=admin",
  "group=",
  "group=guest",
  "group=Admin",
  "group=admin/read",
  "group=viewer/all",
  "group=viewer/read/write",
  "group=viewer@lunch",
  `group=viewer@${here}@${there}`,
])("rejects the rule %s", (text) => {
  expect(parseRoleRules(`a=viewer, ${text}`)).toBeUndefined();
});

test("reads a role for everyone", () => {
  expect(parseGivenRole("viewer/read")).toEqual({ role: "viewer", responses: "read" });
  expect(parseGivenRole("guest")).toBeUndefined();
});

test("finds groups by name or dotted path, in the ID token first", () => {
  expect(groupsIn([{ groups: ["a", 1, "b"] }], "groups")).toEqual(["a", "b"]);
  expect(groupsIn([{}, { realm_access: { roles: ["a"] } }], "realm_access.roles")).toEqual(["a"]);
  expect(groupsIn([{ "https://example.com/roles": ["a"] }], "https://example.com/roles")).toEqual(["a"]);
  expect(groupsIn([{ groups: ["first"] }, { groups: ["second"] }], "groups")).toEqual(["first"]);
  expect(groupsIn([{ groups: [] }], "groups")).toEqual([]);
});

test("takes one text for one group and never splits it", () => {
  expect(groupsIn([{ groups: "a,admins b" }], "groups")).toEqual(["a,admins b"]);
});

test.each([
  [{}],
  [{ groups: null }],
  [{ groups: 7 }],
  [{ groups: { a: true } }],
  [{ groups: undefined, _claim_names: { groups: "src1" } }],
])("knows no groups from %j", (claims) => {
  expect(groupsIn([claims], "groups")).toBe("unknown");
});

test("doesn't look into what every object has", () => {
  expect(groupsIn([{}], "constructor.name")).toBe("unknown");
});

test("notices that an issuer left out a long claim", () => {
  expect(isOverage([{ _claim_names: { groups: "src1" } }], "groups")).toBe(true);
  expect(isOverage([{ _claim_names: { roles: "src1" } }, {}], "groups")).toBe(false);
});

test("gives the highest role in each workspace", () => {
  const rules = parseRoleRules(`a=viewer/read,b=editor/none,c=admin@${there},*=viewer@${there},d=viewer/write`) ?? [];
  expect(rolesFor(["a", "b", "c"], rules, here)).toEqual(
    new Map([
      [here, { role: "editor", responses: "none" }],
      [there, { role: "admin", responses: "write" }],
    ]),
  );
  expect(rolesFor(["a", "d"], rules, here).get(here)).toEqual({ role: "viewer", responses: "write" });
  expect(rolesFor([], rules, here)).toEqual(new Map([[there, { role: "viewer", responses: "none" }]]));
  expect(rolesFor(["a"], rules, null).has(here)).toBe(false);
});

const ada = "ada@example.com";
test.each([
  [[{ email: ada, email_verified: true }], false, true],
  [[{ email: ada }, { email: ada, email_verified: true }], false, true],
  [[{ email: ada }, { email: "bob@example.com", email_verified: true }], false, false],
  [[{ email: ada }], false, false],
  [[{ email: ada, email_verified: "true" }], false, false],
  [[{ email: ada, email_verified: false }], true, false],
  [[{ email: ada, email_verified: "false" }], true, false],
  [[{ email: ada }], true, true],
])("%j is proved: trusted %s, %s", (claims, trusts, isVerified) => {
  expect(emailIn(claims, trusts)).toEqual({ email: ada, is_verified: isVerified });
});

test("takes no text for an address that isn't one", () => {
  for (const email of ["ada", "a b@example.com", 7, null, `${"a".repeat(255)}@example.com`])
    expect(emailIn([{ email, email_verified: true }], true)).toEqual({ email: null, is_verified: false });
});

test("accepts addresses of the allowed domains, not of those that contain them", () => {
  expect(isInDomains("Ada@EXAMPLE.com", ["example.com"])).toBe(true);
  expect(isInDomains("ada@evil-example.com", ["example.com"])).toBe(false);
  expect(isInDomains("ada@example.com@evil.org", ["example.com"])).toBe(false);
  expect(isInDomains("ada@anything.org", [])).toBe(true);
});

test("names a person by name, user name or address", () => {
  expect(nameIn([{ name: " Ada\nLovelace " }], ada)).toBe("Ada Lovelace");
  expect(nameIn([{ name: " " }, { preferred_username: "ada" }], ada)).toBe("ada");
  expect(nameIn([{ name: 7 }], ada)).toBe("ada");
  expect(nameIn([{ name: "x".repeat(200) }], ada)).toHaveLength(100);
});
