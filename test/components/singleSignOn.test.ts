import { examples } from "../../services/gateway/openapi/examples.ts";
import * as words from "../../services/web/strings/en/dashboard/entry.ts";
import { ssoErrors } from "../../shared/api/shapes/sso.ts";
import { accessibilityProblems, failedAnswer, openPage, screen, userAs } from "./support/page.ts";

/** The sign-in page of a server with single sign-on (teams §20.9). */
const name = "Northwind ID";
const anonymous = { "GET /api/auth/me/": () => failedAnswer(401, "Sign in.") };
const options = (sso: object) => ({
  "GET /api/auth/options/": {
    ...examples.EntryOptions,
    signup_open: false,
    sso: { name, only: false, auto: false, ...sso },
  },
});
const button = () => screen.findByRole("link", { name: words.continueWith(name) });

test("offers single sign-on above the password, and comes back to the page that was asked for", async () => {
  await openPage("/sign-in?next=%2Fsettings%2Faccount", { ...anonymous, ...options({}) });
  expect((await button()).getAttribute("href")).toBe("/api/auth/oidc/start/?next=%2Fsettings%2Faccount");
  screen.getByLabelText(words.password);
  expect(await accessibilityProblems()).toEqual([]);
});

test("has no password where passwords are off", async () => {
  await openPage("/sign-in", { ...anonymous, ...options({ only: true }) });
  expect((await button()).getAttribute("href")).toBe("/api/auth/oidc/start/");
  expect(screen.queryByLabelText(words.password)).toBeNull();
});

test.each(ssoErrors.filter((error) => error !== "link_needed"))("says what %s means", async (error) => {
  // an error ends the automatic way, which would come back here
  await openPage(`/sign-in?error=${error}`, { ...anonymous, ...options({ auto: true }) });
  await button();
  expect(screen.getByRole("alert").textContent).toBe(words.ssoErrors(name)[error].join(""));
});

test("links after the password was right", async () => {
  const bodies: unknown[] = [];
  const user = await openPage("/sign-in?error=link_needed", {
    ...anonymous,
    ...options({}),
    "POST /api/auth/login/": userAs("editor"),
    "POST /api/auth/oidc/link/": async (request: Request) => {
      bodies.push(await request.json());
      return failedAnswer(503, "Northwind ID doesn't respond.");
    },
    "GET /api/v2/form/": { count: 0, next: null, previous: null, results: [] },
  });
  await user.type(await screen.findByLabelText(words.email), "ada@example.com");
  await user.type(screen.getByLabelText(words.password), "correct horse battery");
  await user.click(screen.getByRole("button", { name: words.signInAndLink(name) }));
  // signed in, although the issuer is down
  await screen.findByRole("heading", { level: 1, name: /forms/i });
  expect(bodies).toEqual([{ password: "correct horse battery" }]);
});
