import { parseArgs } from "node:util";
import { UniqueConstraintViolationException } from "@mikro-orm/postgresql";
import { resetPassword } from "../../services/auth/changePassword.ts";
import { authSchema } from "../../services/auth/database.ts";
import { hashPassword, newPassword } from "../../services/auth/passwords.ts";
import { insertAccount, lockFirstAccount } from "../../services/auth/store/users.ts";
import { checker } from "../../shared/domain/schema.ts";
import { RegisterBody } from "../../shared/domain/shapes/auth.ts";
import { type Database, openDatabase } from "../../shared/platform/database/open.ts";
import { withoutDeadline } from "../../shared/platform/deadlines/deadline.ts";
import { isProblem } from "../../shared/platform/errors.ts";
import { operatorLog, runCommand } from "./command.ts";
import { withPostgres } from "./postgres.ts";

/** `npm run user -- reset <email>` and `-- create <email> [--name <name>]` print a generated password (decisions §2, §8). */
const usage = "Usage: npm run user -- reset <email>, or: npm run user -- create <email> [--name <name>]";

const checkBody = checker(RegisterBody);

await runCommand(async () => {
  const { verb, email, name } = read();
  const password = await withPostgres([authSchema.schema], async () => {
    const database = await openDatabase(authSchema, operatorLog);
    try {
      return await (verb === "create" ? create(database, email, name ?? nameIn(email)) : reset(database, email));
    } finally {
      await database.close();
    }
  });
  const said =
    verb === "create"
      ? `Password of the new account ${email}. Change it after signing in.`
      : `New password for ${email}. The user is signed out on all devices.`;
  process.stderr.write(`${said}\n`);
  console.log(password);
});

function read(): { verb: string; email: string; name: string | undefined } {
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options: { name: { type: "string" } } });
    const [verb = "", email, ...surplus] = positionals;
    const isKnown = verb === "create" || (verb === "reset" && values.name === undefined);
    if (isKnown && email && surplus.length === 0) return { verb, email, name: values.name };
  } catch {
    // an unknown option
  }
  throw new Error(usage);
}

/** Returns the part before the @, as a name until the user changes it. */
function nameIn(email: string): string {
  return email.slice(0, email.lastIndexOf("@")).slice(0, 100);
}

async function reset(database: Database, email: string): Promise<string> {
  try {
    return await resetPassword(database, email);
  } catch (error) {
    throw isProblem(error, "NOT_FOUND") ? new Error(`No user with email ${email}.`) : error;
  }
}

async function create(database: Database, email: string, name: string): Promise<string> {
  const password = newPassword();
  const errors = checkBody({ email, password, name });
  if (errors.length > 0) throw new Error(`${errors.join(". ")}.`);
  const passwordHash = await hashPassword(password);
  try {
    await database.write(withoutDeadline, async (em) => {
      // a registration with SIGNUP=first doesn't see this account yet
      await lockFirstAccount(em);
      await insertAccount(em, { email, name, password_hash: passwordHash });
    });
  } catch (error) {
    throw error instanceof UniqueConstraintViolationException ? new Error(`${email} is already registered.`) : error;
  }
  return password;
}
