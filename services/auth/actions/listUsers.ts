import type { Action } from "../../../shared/bus/calls.ts";
import { usersOfAccount } from "../store/users.ts";

/** Returns the users of an account, for emails from other services. */
export const listUsers: Action<"auth.listUsers"> = {
  params: { account_id: "uuid" },
  async handler(ctx) {
    const users = await usersOfAccount(this.database.read(), ctx.params.account_id);
    return { users: users.map(({ email, name }) => ({ email, name })) };
  },
};
