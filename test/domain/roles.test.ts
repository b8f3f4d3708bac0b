import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { roles as names } from "../../services/web/strings/en/dashboard/rights.ts";
import {
  canGrant,
  canOffer,
  capabilitiesOf,
  gives,
  highestRole,
  isBelow,
  lowestRole,
  type Role,
  responsesFor,
  roles,
  rolesWith,
} from "../../shared/api/access/roles.ts";

/** Roles with their capabilities, and the roles that they can give (teams §20.3). */
const closed = { key_creation: "admins", sharing: "admins" } as const;

test("the first role is the highest, and the last has single forms alone", () => {
  expect([roles[0], roles.at(-1)]).toEqual([highestRole, lowestRole]);
  expect(roles.filter((role) => !gives(role, "forms:read"))).toEqual([lowestRole]);
});

test("roles with a capability have it in every workspace", () => {
  expect(rolesWith("workspace:delete")).toEqual(["owner"]);
  expect(rolesWith("members:write")).toEqual(["owner", "admin"]);
  expect(rolesWith("keys:write")).toEqual(["owner", "admin"]);
  expect(rolesWith("responses:read")).toEqual(["owner", "admin"]);
  expect(rolesWith("forms:read")).toEqual(["owner", "admin", "editor", "viewer"]);
  expect(rolesWith("integrations:read")).toEqual(["owner", "admin", "editor"]);
});

test("access to responses is chosen where the role leaves it open", () => {
  expect(roles.map((role) => responsesFor(role, undefined))).toEqual(["write", "write", "write", "none", "none"]);
  expect(roles.map((role) => responsesFor(role, "read"))).toEqual(["write", "write", "read", "read", "none"]);
});

test("a workspace's setting gives a role more", () => {
  const open = { ...closed, key_creation: "editors" } as const;
  const withKeys = roles.filter((role) => capabilitiesOf(role, "none", open).includes("keys:write"));
  expect(withKeys).toEqual(["owner", "admin", "editor"]);
});

test.each([
  ["owner", roles],
  ["admin", ["editor", "viewer", "guest"]],
  // a key that changes members
  [null, ["editor", "viewer", "guest"]],
] as const)("%s gives roles below, and the highest all", (giver, expected) => {
  expect(roles.filter((role) => canGrant(giver, role))).toEqual(expected);
});

test.each([
  ["owner", roles],
  ["admin", ["editor", "viewer", "guest"]],
  ["editor", ["guest"]],
  ["viewer", []],
  ["guest", []],
  [null, []],
] as const)("what %s offered stays", (giver, expected) => {
  expect(roles.filter((role) => canOffer(giver, role))).toEqual(expected);
});

test.each(roles)("the guide explains the role %s", (role) => {
  const guide = readFileSync(join(import.meta.dirname, "../../docs/guide/teams.md"), "utf8");
  expect(guide).toContain(`| ${names[role]} | `);
});

describe("a role that only the next release knows", () => {
  const unknown = "constructor" as Role;

  test("gives nothing", () => {
    expect(capabilitiesOf(unknown, "write", closed)).toEqual([]);
    expect(responsesFor(unknown, "write")).toBe("none");
  });

  test("is below all others and grants none", () => {
    expect(roles.every((role) => isBelow(unknown, role))).toBe(true);
    expect(roles.filter((role) => canGrant(unknown, role) || canOffer(unknown, role))).toEqual([]);
  });
});
