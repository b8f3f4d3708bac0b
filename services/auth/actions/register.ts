import { type EntityManager, UniqueConstraintViolationException } from "@mikro-orm/postgresql";
import type { SignIn } from "../../../shared/contract.ts";
import { env } from "../../../shared/env.ts";
import { conflict, forbidden } from "../../../shared/errors.ts";
import type { Action } from "../../../shared/moleculer.ts";
import type { RegisterBody } from "../../../shared/shapes/auth.ts";
import { hashPassword } from "../passwords.ts";
import { hasAccount, insertAccount, insertSignIn, lockFirstAccount } from "../store.ts";
import { userView } from "../views.ts";

/** An account with its first user, signed in. 403 while sign-up is closed comes before 409 for a taken e-mail. */
export const register: Action<"auth.register"> = {
  params: { body: "object" },
  async handler(ctx) {
    const { body } = ctx.params;
    const em = this.database.orm.em.fork();
    await checkSignUp(em);
    const passwordHash = await hashPassword(body.password);
    try {
      return await em.transactional((inner) => insert(inner, body, passwordHash));
    } catch (error) {
      if (error instanceof UniqueConstraintViolationException) throw conflict("This e-mail address is registered.");
      throw error;
    }
  },
};

/** `first` is exact inside the transaction that holds the lock; before it, this spares a closed door the hashing. */
async function checkSignUp(em: EntityManager): Promise<void> {
  const { SIGNUP } = env();
  if (SIGNUP === "closed" || (SIGNUP === "first" && (await hasAccount(em)))) throw forbidden("Sign-up is closed.");
}

async function insert(em: EntityManager, body: RegisterBody, passwordHash: string): Promise<SignIn> {
  if (env().SIGNUP === "first") await lockFirstAccount(em);
  await checkSignUp(em);
  const user = await insertAccount(em, { email: body.email, name: body.name, password_hash: passwordHash });
  const token = await insertSignIn(em, user);
  if (!token) throw new Error("A user's row was gone in the transaction that made it.");
  return { user: userView(user), token };
}
