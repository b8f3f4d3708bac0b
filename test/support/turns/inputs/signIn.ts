import { randomUUID } from "node:crypto";
import type { World } from "../common.ts";
import { hashOf, password } from "../world.ts";
import { type Inputs, nothing, type Prepare, page } from "./input.ts";

/** Sign-in, the second factor, single sign-on and a person's own account. */
const long = "p".repeat(1_024);
const unknownToken = "t".repeat(43);
const newPerson =
  (body?: (person: { email: string }) => unknown, more: object = {}): Prepare =>
  async ({ person }) => {
    const one = await person();
    return { cookie: one.cookie, body: body?.(one), ...more };
  };
/** Stores a token as the service does, by its hash. */
const tokenIn =
  (table: string, columns = "", values = ""): Prepare =>
  async ({ query, person }) => {
    const [token, { id }] = [randomUUID(), await person()];
    await query(
      `insert into auth.${table} (token_hash, user_id, expires${columns}) values ($1, $2, now() + interval '1 hour'${values})`,
      [hashOf(token), id],
    );
    return { body: { token }, cookie: "" };
  };
const invitationOf = async ({ query, workspace }: World): Promise<string> => {
  const token = randomUUID();
  await query(
    `update auth.invitations set token_hash = $1 where id =
      (select id from auth.invitations where account_id = $2 and status = 'pending' and email like 'invited%' limit 1)`,
    [hashOf(token), workspace],
  );
  return token;
};

export const signInInputs: Inputs = {
  getSignInOptions: nothing,
  register: () => ({
    body: { email: `${randomUUID()}@example.com`, password: long, name: "n".repeat(100) },
    cookie: "",
  }),
  login: ({ email }) => ({ body: { email, password }, cookie: "" }),
  logout: newPerson(),
  forgotPassword: ({ email }) => ({ body: { email }, cookie: "" }),
  resetPassword: async (world, repeat) => {
    const { body } = await tokenIn("password_resets")(world, repeat);
    return { body: { ...(body as object), password: long }, cookie: "" };
  },
  getMe: nothing,
  updateMe: newPerson(() => ({ name: "n".repeat(100), password: long, current_password: password })),
  signInWithCode: () => ({ body: { challenge: unknownToken, code: "000000" }, cookie: "", status: 401 }),
  signInWithLink: tokenIn("sign_in_links"),
  getSecondFactor: nothing,
  startSecondFactor: newPerson(() => ({ password })),
  confirmSecondFactor: newPerson(() => ({ code: "000000" }), { status: 409 }),
  disableSecondFactor: newPerson(() => ({ password, code: "000000" }), { status: 409 }),
  replaceRecoveryCodes: newPerson(() => ({ code: "000000" }), { status: 409 }),
  listSignIns: () => ({ query: page }),
  endOtherSignIns: newPerson(),
  endSignIn: async ({ query, user }) => {
    const others = "select id from auth.sign_ins where user_id = $1 and address = '10.0.0.1' limit 1";
    return { path: { id: (await query(others, [user]))[0]?.id as string } };
  },
  listOwnEvents: () => ({ query: page }),
  changeEmail: newPerson(() => ({ email: `${randomUUID()}@example.com`, password })),
  deleteMe: newPerson(() => ({ password })),
  startSso: () => ({ query: `?next=/${"n".repeat(1_000)}`, cookie: "" }),
  finishSso: () => ({ query: `?state=${unknownToken}&code=${"c".repeat(1_000)}`, cookie: "" }),
  linkSso: newPerson(() => ({ password })),
  unlinkSso: newPerson(() => ({ password }), { status: 404 }),
  endSsoSignIns: () => ({
    body: `logout_token=${"a".repeat(16_000)}`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    cookie: "",
    status: 400,
  }),
  logoutSso: newPerson(),
  getInvitation: async (world) => ({ query: `?token=${await invitationOf(world)}`, cookie: "" }),
  acceptInvitation: async (world) => ({
    body: { token: await invitationOf(world), name: "n".repeat(100), password: long },
    cookie: "",
  }),
  declineInvitation: async (world) => ({ body: { token: await invitationOf(world) }, cookie: "" }),
  verifyEmail: tokenIn("email_verifications", ", email", ", (select email from auth.users where id = $2)"),
  undoEmail: tokenIn(
    "email_undos",
    ", email, email_key",
    ", gen_random_uuid() || '@example.com', gen_random_uuid() || '@example.com'",
  ),
  requestVerification: newPerson(),
  getOwnKey: async ({ ask }) => {
    const { key } = await ask("POST", "/api/account/api-keys/", { name: "A key" });
    return { cookie: "", headers: { authorization: `Bearer ${key}` } };
  },
};
