import { expect, test } from "@jest/globals";
import { deadlocksOf, lockingOf } from "../support/locks/order.ts";
import { transactionsOf } from "../support/locks/transactions.ts";

/** Transactions of auth lock rows in one order: the workspace, the person, then what belongs to them. */
const all = lockingOf(transactionsOf("auth"), "auth");

/** Pairs that can't meet, and why. */
const apart = [
  // a server whose setup token is left has no accounts, so it locks this person alone
  /register\.ts:\d+ and \S+sso\.ts:\d+: setup_token, users$/,
];

test("no two transactions can wait for each other", () => {
  expect(all.length).toBeGreaterThan(50);
  expect(deadlocksOf(all).filter((pair) => !apart.some((one) => one.test(pair)))).toEqual([]);
});

test.each(apart)("%s is needed", (one) => {
  expect(deadlocksOf(all).filter((pair) => one.test(pair))).not.toEqual([]);
});

const revoke = ["select from auth.accounts where id = $1 for update", "update auth.invitations set status = 'revoked'"];
const ofInvitation = "insert into auth.form_grants (id, account_id) values ($1, $2)";

test.each<[string, string[], string[]]>([
  [
    "a row, then what it references",
    ["update auth.invitations set status = 'declined'", ofInvitation],
    ["accounts, invitations"],
  ],
  ["the workspace first", [revoke[0] as string, "update auth.invitations set status = $1", ofInvitation], []],
  ["the workspace weakly first", [ofInvitation, "update auth.invitations set status = $1"], []],
  [
    "a lock that grows",
    ["select from auth.accounts for share", "update auth.accounts set name = $1"],
    ["accounts, accounts"],
  ],
])("%s beside a revocation", (_, statements, tables) => {
  const pairs = deadlocksOf(
    lockingOf(
      [
        { at: "a", statements },
        { at: "b", statements: revoke },
      ],
      "auth",
    ),
  );
  expect([...new Set(pairs.map((pair) => pair.split(": ")[1]))]).toEqual(tables);
});
