import { resetPassword } from "../../services/auth/changePassword.ts";
import { authSchema } from "../../services/auth/database.ts";
import { openDatabase } from "../../shared/platform/database/open.ts";
import { isProblem } from "../../shared/platform/errors.ts";
import { operatorLog, runCommand } from "./command.ts";
import { withPostgres } from "./postgres.ts";

/** `npm run user -- reset <email>`: resets a user's password and prints the new one (decisions §2, §8). */
await runCommand(async () => {
  const [verb, email, ...surplus] = process.argv.slice(2);
  if (verb !== "reset" || !email || surplus.length > 0) throw new Error("Usage: npm run user -- reset <email>");
  const password = await withPostgres([authSchema.schema], () => reset(email));
  process.stderr.write(`New password for ${email}. The user is signed out on all devices.\n`);
  console.log(password);
});

async function reset(email: string): Promise<string> {
  const database = await openDatabase(authSchema, operatorLog);
  try {
    return await resetPassword(database, email);
  } catch (error) {
    throw isProblem(error, "NOT_FOUND") ? new Error(`No user with email ${email}.`) : error;
  } finally {
    await database.close();
  }
}
