import type { ServiceSchema } from "moleculer";
import { env } from "../../shared/env.ts";
import type { ActionsOf } from "../../shared/moleculer.ts";
import { closeFor, openFor } from "../../shared/service.ts";
import { authenticate } from "./actions/authenticate.ts";
import { createKey, listKeys, revokeKey } from "./actions/keys.ts";
import { listUsers } from "./actions/listUsers.ts";
import { login } from "./actions/login.ts";
import { logout } from "./actions/logout.ts";
import { forgot, reset } from "./actions/lostPassword.ts";
import { me } from "./actions/me.ts";
import { register } from "./actions/register.ts";
import { resetPassword } from "./actions/resetPassword.ts";
import { updateMe } from "./actions/updateMe.ts";
import { recordUsage, usage } from "./actions/usage.ts";
import { authSchema } from "./database.ts";
import { openMail } from "./mail.ts";
import { watchRetention } from "./retention.ts";
import type { AuthService } from "./service.ts";

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
  recordUsage,
  usage,
  forgot,
  reset,
} satisfies ActionsOf<"auth", AuthService>;

export default {
  name: "auth",
  actions,

  async started(this: AuthService) {
    await openFor(this, authSchema);
    this.mail = openMail();
    this.underWay = new Set();
    this.stopRetention = watchRetention(this, env().USAGE_RETENTION_DAYS);
  },

  async stopped(this: AuthService) {
    await Promise.all([...(this.underWay ?? [])]);
    await this.stopRetention?.();
    this.mail?.close();
    await closeFor(this);
  },

  methods: {
    afterwards(this: AuthService, work: () => Promise<void>) {
      const done = work()
        .catch((error: Error) => this.logger.warn(`A mail was not sent: ${error.message}`))
        .finally(() => this.underWay.delete(done));
      this.underWay.add(done);
    },
  },
} as unknown as ServiceSchema;
