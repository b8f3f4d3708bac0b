import { expect, test } from "@jest/globals";
import { type About, type LetterName, letters } from "../../../services/auth/letters/texts.ts";
import { written } from "../../../services/auth/letters/write.ts";
import { htmlOf, textOf } from "../../../shared/domain/mail/letter.ts";

/** Every email of auth, in the frame of all emails (teams §20.11). */
const link = "https://forms.example/link?token=abc";
const by = { by: "Mira", workspace: "Northwind" };
const samples: { [N in LetterName]: About<N> } = {
  reset: { link },
  verification: { link },
  ssoVerification: { link, sso: "Northwind ID" },
  emailChange: { link },
  takenEmail: {},
  security: { change: "email_changed", from: "Firefox, 192.0.2.7", undo: link },
  addressBack: { link },
  invitation: { inviter: "Mira", workspace: "Northwind", link, role: "editor", day: "2026-12-02" },
  keyExpiry: { name: "Reports", workspace: "Northwind", day: "2026-12-02" },
  added: { ...by, role: "viewer" },
  roleChange: { ...by, role: "owner" },
  removal: by,
  deletion: { ...by, day: "2026-12-02" },
  restoration: by,
};
const account = "6f1c1b1e-3f0e-4a6e-8d52-8a1f0f6a2b11";
const letterOf = (name: LetterName) =>
  written(
    { name, to: { email: "ada@example.org", name: "Ada" }, about: samples[name], account_id: account },
    "https://forms.example",
  );

const words = (text: string) => text.split(/\s+/).filter(Boolean);

test.each(Object.keys(letters) as LetterName[])("%s says the same in both parts, and why it was sent", (name) => {
  const { subject, letter } = letterOf(name);
  expect(subject).not.toMatch(/\d{4}-\d{2}-\d{2}|\n/);
  const html = htmlOf(letter);
  const shown = html
    .slice(html.indexOf("<body"))
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'");
  const plain = new Set(words(textOf(letter).replaceAll(":\n", "\n")));
  // the frame's name is in the sender, and a button's address follows its label
  expect(words(shown).filter((word) => !plain.has(word) && word !== "Pathform")).toEqual([]);
  expect(letter.footer).toContain("You get this email because");
  expect(textOf(letter)).toContain("https://forms.example");
});

test("a letter about a workspace opens it", () => {
  expect(letterOf("roleChange").letter.button?.url).toBe(`https://forms.example/?workspace=${account}`);
});

test("an invitation names who invites, the role, and its last day", () => {
  const text = textOf(letterOf("invitation").letter);
  expect(text).toMatch(/^Mira invites you to Northwind\n/);
  expect(text).toContain("You join as an editor.");
  expect(text).toContain(`Accept invitation:\n${link}\n`);
  expect(text).toContain("expires on Dec 2, 2026");
});
