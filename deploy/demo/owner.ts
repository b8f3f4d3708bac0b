import { randomBytes } from "node:crypto";
import { type Api, ApiError, Stop } from "./client.ts";

export interface Owner {
  email: string;
  password: string;
  key: string;
}

/**
 * Registers an account and creates an API key (decisions §2). Prints the password immediately, in case a later step fails and
 * sign-up is then closed.
 */
export async function registerOwner(api: Api, print: (line: string) => void): Promise<Owner> {
  const email = `demo-${randomBytes(4).toString("hex")}@example.com`;
  const password = randomBytes(15).toString("base64url");
  const cookie = await register(api, { email, password, name: "Demo owner" });
  print(`Email     ${email}\nPassword  ${password}`);
  const { key } = await api
    .withCookie(cookie)
    .call<{ key: string }>("POST", "/api/account/api-keys/", { name: "Demo" });
  print(`API key   ${key}`);
  return { email, password, key };
}

async function register(api: Api, body: Record<string, string>): Promise<string> {
  try {
    const { response } = await api.exchange("POST", "/api/auth/register/", { body });
    return response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";", 1)[0])
      .join("; ");
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403) throw error;
    throw new Stop(`Sign-up is closed at ${api.url}. Pass the API key of an account with --key.`);
  }
}
