import type { EntityManager } from "@mikro-orm/postgresql";
import { invalid, notFound } from "../../../shared/errors.ts";
import type { Action } from "../../../shared/moleculer.ts";
import type { UpdateMeBody } from "../../../shared/shapes/auth.ts";
import { changePassword } from "../changePassword.ts";
import type { UserRow } from "../entities.ts";
import { isPassword } from "../passwords.ts";
import { findUser, renameUser } from "../store.ts";
import { userView } from "../views.ts";

/** A new password needs the current one, and ends all sign-ins but the one that asks (decisions §2). */
export const updateMe: Action<"auth.updateMe"> = {
  params: { caller: "object", token: "string", body: "object" },
  async handler(ctx) {
    const { caller, token, body } = ctx.params;
    const em = this.database.orm.em.fork();
    const user = caller.user_id && (await findUser(em, caller.user_id));
    if (!user) throw notFound("user");
    if (body.password !== undefined) await setPassword(em, user, body, body.password, token);
    const name = body.name ?? user.name;
    if (name !== user.name) await renameUser(em, user.id, name);
    return { ...userView(user), name };
  },
};

async function setPassword(em: EntityManager, user: UserRow, body: UpdateMeBody, password: string, token: string) {
  if (body.current_password === undefined) throw invalid(["current_password: is required"]);
  const isRight =
    (await isPassword(user.password_hash, body.current_password)) && (await changePassword(em, user, password, token));
  if (!isRight) throw invalid(["current_password: is not the current password"]);
}
