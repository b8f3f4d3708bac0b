import { examples } from "../../services/gateway/openapi/examples.ts";
import * as forms from "../../services/web/strings/en/dashboard/forms.ts";
import * as words from "../../services/web/strings/en/dashboard/invitation.ts";
import { code } from "../../services/web/strings/en/dashboard/security.ts";
import type { OpenInvitation } from "../../shared/api/shapes/members.ts";
import {
  accessibilityProblems,
  addressNow,
  answer,
  failedAnswer,
  openPage,
  screen,
  userAs,
  waitFor,
} from "./support/page.ts";

/** The page that an invitation's link opens. */
const address = "/invitation?token=secret";
const invitation: OpenInvitation = {
  ...examples.OpenInvitation,
  email: "lena@example.com",
  role: "editor",
  has_user: false,
};
const anonymous = { "GET /api/auth/me/": () => failedAnswer(401, "Sign in.") };
const open = { "GET /api/auth/invitation/": invitation };
const lena = { ...userAs("editor"), email: "lena@example.com" };
const noForms = { count: 0, next: null, previous: null, results: [] };
const title = words.title(invitation.invited_by, invitation.workspace_name);

/** Collects the bodies of requests. */
function collecting(reply: unknown) {
  const bodies: unknown[] = [];
  return {
    bodies,
    answer: async (request: Request) => {
      bodies.push(await request.json());
      return Response.json(reply);
    },
  };
}

test("lets a new person join with a name and a password", async () => {
  const accept = collecting(lena);
  const user = await openPage(address, {
    ...anonymous,
    ...open,
    "POST /api/auth/invitation/accept/": accept.answer,
    "GET /api/v2/form/": noForms,
  });
  await screen.findByRole("heading", { name: title });
  screen.getByText(words.joinAs.editor);
  expect(screen.getByLabelText(words.email)).toHaveProperty("readOnly", true);
  expect(await accessibilityProblems()).toEqual([]);
  await user.type(screen.getByLabelText(words.name), "Lena Hoff");
  await user.type(screen.getByLabelText(words.password), "correct horse battery{Enter}");
  await screen.findByRole("heading", { name: forms.title, level: 1 });
  expect(accept.bodies).toEqual([{ token: "secret", name: "Lena Hoff", password: "correct horse battery" }]);
});

test("signs in a known person, then joins", async () => {
  const login = collecting(lena);
  const accept = collecting(lena);
  const user = await openPage(address, {
    ...anonymous,
    "GET /api/auth/invitation/": { ...invitation, has_user: true },
    "POST /api/auth/login/": login.answer,
    "POST /api/auth/invitation/accept/": accept.answer,
    "GET /api/v2/form/": noForms,
  });
  await user.type(await screen.findByLabelText(words.password), "correct horse battery");
  expect(screen.queryByLabelText(words.name)).toBeNull();
  await user.click(screen.getByRole("button", { name: words.signInAndJoin }));
  await screen.findByRole("heading", { name: forms.title, level: 1 });
  expect(login.bodies).toEqual([{ email: "lena@example.com", password: "correct horse battery" }]);
  expect(accept.bodies).toEqual([{ token: "secret" }]);
});

test("asks a known person to sign in whose link was passed on, so that it doesn't tell", async () => {
  const { has_user: _, ...passedOn } = invitation;
  const bodies: unknown[] = [];
  const user = await openPage(address, {
    ...anonymous,
    "GET /api/auth/invitation/": passedOn,
    "POST /api/auth/login/": lena,
    "POST /api/auth/invitation/accept/": async (request: Request) => {
      bodies.push(await request.json());
      return bodies.length === 1 ? failedAnswer(401, "Sign in as Lena to accept.") : Response.json(lena);
    },
    "GET /api/v2/form/": noForms,
  });
  await user.type(await screen.findByLabelText(words.name), "Lena Hoff");
  await user.type(screen.getByLabelText(words.password), "correct horse battery{Enter}");
  await screen.findByText("Sign in as Lena to accept.");
  await user.type(screen.getByLabelText(words.password), "correct horse battery");
  await user.click(screen.getByRole("button", { name: words.signInAndJoin }));
  await screen.findByRole("heading", { name: forms.title, level: 1 });
  expect(bodies[1]).toEqual({ token: "secret" });
});

test("asks a known person with two-step sign-in for the code, then joins", async () => {
  const login = () => Response.json({ detail: "Code.", second_factor: "totp", challenge: "c" }, { status: 401 });
  const second = collecting(lena);
  const accept = collecting(lena);
  const user = await openPage(address, {
    ...anonymous,
    "GET /api/auth/invitation/": { ...invitation, has_user: true },
    "POST /api/auth/login/": login,
    "POST /api/auth/login/code/": second.answer,
    "POST /api/auth/invitation/accept/": accept.answer,
    "GET /api/v2/form/": noForms,
  });
  await user.type(await screen.findByLabelText(words.password), "correct horse battery{Enter}");
  await user.type(await screen.findByLabelText(code), "123456");
  await screen.findByRole("heading", { name: forms.title, level: 1 });
  expect(second.bodies).toEqual([{ challenge: "c", code: "123456" }]);
  expect(accept.bodies).toEqual([{ token: "secret" }]);
});

test("lets a signed-in person join without a password, and opens that workspace", async () => {
  const other = { ...lena.workspace, id: "22222222-2222-4222-8222-222222222222", name: "Field Lab" };
  const accept = collecting({ ...lena, workspace: other });
  const user = await openPage(address, {
    "GET /api/auth/me/": (request: Request) =>
      request.headers.get("pathform-workspace") === other.id ? { ...lena, workspace: other } : lena,
    ...open,
    "POST /api/auth/invitation/accept/": accept.answer,
    "GET /api/v2/form/": noForms,
  });
  await screen.findByRole("heading", { name: title });
  expect(screen.queryByLabelText(words.password)).toBeNull();
  await user.click(screen.getByRole("button", { name: words.join(invitation.workspace_name) }));
  await screen.findByRole("link", { name: "Field Lab" });
  expect(accept.bodies).toEqual([{ token: "secret" }]);
  await waitFor(() => expect(addressNow()).toBe(`/?workspace=${other.id}`));
});

test("names both addresses if another person is signed in, and continues after signing out", async () => {
  const user = await openPage(address, {
    ...open,
    "POST /api/auth/logout/": () => new Response(null, { status: 204 }),
  });
  await screen.findByRole("heading", { name: words.otherTitle });
  screen.getByText(/lena@example.com/);
  screen.getByText(examples.User.email);
  expect(await accessibilityProblems()).toEqual([]);
  answer(anonymous);
  await user.click(screen.getByRole("button", { name: words.signOut }));
  await screen.findByRole("heading", { name: title });
  screen.getByLabelText(words.name);
});

test("says that a used link isn’t valid anymore", async () => {
  await openPage(address, {
    ...anonymous,
    "GET /api/auth/invitation/": () => failedAnswer(404, "Invitation not found."),
  });
  await screen.findByRole("heading", { name: words.invalidTitle });
  screen.getByText(words.invalidText);
  expect(await accessibilityProblems()).toEqual([]);
});

test("declines", async () => {
  const decline = collecting(null);
  const user = await openPage(address, { ...anonymous, ...open, "POST /api/auth/invitation/decline/": decline.answer });
  await user.click(await screen.findByRole("button", { name: words.decline }));
  await screen.findByRole("heading", { name: words.declinedTitle });
  expect(decline.bodies).toEqual([{ token: "secret" }]);
});

test("shows why the service refuses", async () => {
  const user = await openPage(address, {
    ...anonymous,
    ...open,
    "POST /api/auth/invitation/accept/": () => failedAnswer(404, "This invitation was just used."),
  });
  await user.type(await screen.findByLabelText(words.name), "Lena Hoff");
  await user.type(screen.getByLabelText(words.password), "correct horse battery{Enter}");
  await screen.findByText("This invitation was just used.");
});
