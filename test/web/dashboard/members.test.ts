import {
  levelsForForms,
  levelsOf,
  presetOf,
  presets,
  scopesOf,
} from "../../../services/web/dashboard/developers/permissions.ts";
import { mayChange, rolesFor } from "../../../services/web/dashboard/members/memberRights.ts";
import { addressesIn, isWholeAddress, withAddresses } from "../../../services/web/dashboard/people/addresses.ts";
import { capabilitiesOfScopes, fullScope } from "../../../shared/api/access/capabilities.ts";
import type { Role } from "../../../shared/api/access/roles.ts";

/** Addresses of an invitation, roles in the list of members, and permissions of keys. */
describe("addresses", () => {
  test.each([
    ["ada@example.com", ["ada@example.com"]],
    [
      "ada@example.com, bob@example.com;eve@example.com\nkai@example.com",
      ["ada@example.com", "bob@example.com", "eve@example.com", "kai@example.com"],
    ],
    ["Ada Lovelace <ada@example.com>, bob@example.com", ["ada@example.com", "bob@example.com"]],
    ["Lovelace, Ada <ada@example.com>; Miller, Bob <bob@example.com>;", ["ada@example.com", "bob@example.com"]],
    ['"Lovelace, Ada" <ada@example.com>\n"bob@example.com" <bob@example.com>', ["ada@example.com", "bob@example.com"]],
    ["bob@example, Ada <ada@example.com>, eve", ["bob@example", "ada@example.com", "eve"]],
    ["ada@example.com ::: bob@example.com\teve@example.com", ["ada@example.com", "bob@example.com", "eve@example.com"]],
    ["mailto:ada@example.com，\u200bbob＠example．com", ["ada@example.com", "bob@example.com"]],
    ["jo@northwind", ["jo@northwind"]],
    [" , ", []],
  ])("reads %j", (text, expected) => {
    expect(addressesIn(text)).toEqual(expected);
  });

  test.each([
    ["ada@example.com", true],
    ["ada+forms@mail.example.co.uk", true],
    ["jo@northwind", false],
    ["jo@northwind.", false],
    ["@example.com", false],
    ["ada lovelace@example.com", false],
    ["ada\ufffd@example.com", false],
    ["ada@example.com,bob", false],
    [`${"a".repeat(250)}@example.com`, false],
  ])("tells whether %j is whole: %j", (address, expected) => {
    expect(isWholeAddress(address)).toBe(expected);
  });

  test("adds an address once, in any case of letters", () => {
    expect(withAddresses(["ada@example.com"], ["Ada@example.com", "bob@example.com", "BOB@example.com"])).toEqual([
      "ada@example.com",
      "bob@example.com",
    ]);
  });
});

describe("roles", () => {
  const forms = [{ form_id: "f", role: "editor" as const, responses: "read" as const, slug: "lunch", title: "Lunch" }];
  const member = (role: Role, userId = "other") => ({ user_id: userId, role, forms: [] });
  const [owner, admin] = [
    { id: "me", role: "owner" as const },
    { id: "me", role: "admin" as const },
  ];

  test("lets owners change everyone, and admins those below them", () => {
    expect(["owner", "admin", "editor"].map((role) => mayChange(owner, member(role as Role)))).toEqual([
      true,
      true,
      true,
    ]);
    expect(["owner", "admin", "editor"].map((role) => mayChange(admin, member(role as Role)))).toEqual([
      false,
      false,
      true,
    ]);
    expect(mayChange(admin, member("admin", "me"))).toBe(true);
  });

  test("offers admins roles below theirs, and owners all", () => {
    expect(rolesFor(owner, member("editor"))).toEqual(["owner", "admin", "editor", "viewer"]);
    expect(rolesFor(admin, member("editor"))).toEqual(["editor", "viewer"]);
  });

  test("offers oneself only to step down", () => {
    expect(rolesFor(owner, member("owner", "me"))).toEqual(["owner", "admin", "editor", "viewer"]);
    expect(rolesFor(admin, member("admin", "me"))).toEqual(["admin", "editor", "viewer"]);
  });

  test("offers guest only for people with forms", () => {
    expect(rolesFor(owner, { ...member("viewer"), forms })).toContain("guest");
    expect(rolesFor(owner, member("viewer"))).not.toContain("guest");
  });
});

describe("permissions of a key", () => {
  test("asks for all that keys could always do by `*`", () => {
    expect(scopesOf(presets.full, false)).toEqual(["*"]);
    expect(capabilitiesOfScopes(scopesOf(presets.full, false)).sort()).toEqual([...fullScope].sort());
    expect(levelsOf(["*"])).toEqual(presets.full);
  });

  test("names the scopes of a key for single forms, without those of the workspace", () => {
    const levels = levelsForForms({ ...presets.full, members: "write", account: "read" });
    expect(scopesOf(levels, true)).toEqual(["forms:write", "responses:write", "insights:read"]);
  });

  test("can read the audit log alone", () => {
    expect(levelsOf(["audit:read"]).audit).toBe("read");
    expect(scopesOf(levelsOf(["audit:read"]), false)).toEqual(["audit:read"]);
  });

  test.each([
    [["forms:read", "responses:read", "insights:read"], "read"],
    [["responses:read"], "export"],
    [["forms:write"], "build"],
    [["forms:write", "members:read"], null],
    [["audit:read"], null],
    [[], null],
  ])("finds the preset of %j: %j", (scopes, expected) => {
    expect(presetOf(levelsOf(scopes))).toBe(expected);
  });
});
