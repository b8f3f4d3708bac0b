import type { ServiceSchema } from "moleculer";
import type { ActionsOf } from "../../shared/moleculer.ts";
import { withDatabase } from "../../shared/service.ts";
import { authenticate } from "./actions/authenticate.ts";
import { createKey, listKeys, revokeKey } from "./actions/keys.ts";
import { listUsers } from "./actions/listUsers.ts";
import { login } from "./actions/login.ts";
import { logout } from "./actions/logout.ts";
import { me } from "./actions/me.ts";
import { register } from "./actions/register.ts";
import { resetPassword } from "./actions/resetPassword.ts";
import { updateMe } from "./actions/updateMe.ts";
import { authSchema } from "./database.ts";

/** Accounts, sign-in and API keys (decisions §2). */
const actions = {
  authenticate,
  register,
  login,
  logout,
  me,
  updateMe,
  resetPassword,
  listUsers,
  listKeys,
  createKey,
  revokeKey,
} satisfies ActionsOf<"auth">;

export default { name: "auth", actions, ...withDatabase(authSchema) } as unknown as ServiceSchema;
