import type { Action } from "../../../shared/bus/calls.ts";
import { invalid, notFound } from "../../../shared/platform/errors.ts";
import { changePassword } from "../changePassword.ts";
import type { UserRow } from "../entities.ts";
import { isPassword } from "../passwords.ts";
import type { AuthService } from "../service.ts";
import { refusePasswords } from "../sso/settings.ts";
import { factorsOf } from "../store/factors.ts";
import { failureReadersOf, findUser, readersOf, renameUser } from "../store/users.ts";
import { userView } from "../views.ts";

/** Returns the signed-in user, or the user who created the key. */
export const me: Action<"auth.me"> = {
  params: { caller: "object" },
  async handler(ctx) {
    const { caller } = ctx.params;
    const user = caller.user_id && (await findUser(this.database.read(ctx), caller.user_id));
    if (!user) throw notFound("user");
    return userView(user, caller, await factorsOf(this.database.read(ctx), user.id));
  },
};

/** Updates the user. A new password needs the current one and ends all other sign-ins (decisions §2). */
export const updateMe: Action<"auth.updateMe", AuthService> = {
  params: { caller: "object", token: "string", body: "object" },
  async handler(ctx) {
    const { caller, token, body } = ctx.params;
    const user = caller.user_id && (await findUser(this.database.read(ctx), caller.user_id));
    if (!user) throw notFound("user");
    if (body.password !== undefined) {
      refusePasswords();
      await checkPassword(user, body.current_password);
      const by = { kind: "password_changed", origin: ctx.meta.origin, isTold: true } as const;
      const isFirst = await changePassword(this.database, ctx, user, body.password, token, by);
      if (!isFirst) throw wrongPassword();
    }
    const name = body.name ?? user.name;
    if (name !== user.name) await this.database.write(ctx, (em) => renameUser(em, user.id, name));
    return { ...userView(user, caller, await factorsOf(this.database.read(ctx), user.id)), name };
  },
};

async function checkPassword(user: UserRow, current: string | undefined): Promise<void> {
  if (current === undefined) throw invalid(["current_password: is required"]);
  if (!(await isPassword(user.password_hash, current))) throw wrongPassword();
}

const wrongPassword = () => invalid(["current_password: is incorrect"]);

/** Returns the members whom emails from other services may go to. */
export const listUsers: Action<"auth.listUsers"> = {
  params: { account_id: "uuid", about: { type: "enum", values: ["failures"], optional: true } },
  async handler(ctx) {
    const { account_id, about } = ctx.params;
    const em = this.database.read(ctx);
    const users = about === "failures" ? await failureReadersOf(em, account_id) : await readersOf(em, account_id);
    return { users: users.map(({ email, name }) => ({ email, name })) };
  },
};
