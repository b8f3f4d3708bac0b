import { type Client, client, cookieOf, expecting, type Owner, owner, signedIn, unique } from "./api.ts";

/** A person in a workspace, with requests for it. */
export interface Person extends Client {
  email: string;
  cookie: string;
  id: string;
}

/** An owner of a workspace who lets others in. */
export interface Team {
  /** by API key */
  key: Owner;
  /** by cookie */
  owner: Person;
  workspace: string;
  /** Invites a new person, who accepts. */
  join(role: string, more?: object): Promise<Person>;
  /** Creates a key with these fields. */
  keyWith(fields: object): Promise<Client>;
}

export const password = "correct horse battery";

/** Returns requests of a signed-in person for one workspace. */
export const inWorkspace = (cookie: string, workspace: string, url?: string): Client =>
  client({ cookie, "pathform-workspace": workspace }, url);

export async function newTeam(): Promise<Team> {
  const key = await owner();
  const { body: me } = await expecting(200, signedIn(key.cookie).get("/api/auth/me/"));
  const workspace: string = me.account_id;
  const by = inWorkspace(key.cookie, workspace);
  return {
    key,
    owner: { ...by, email: key.email, cookie: key.cookie, id: me.id },
    workspace,
    async join(role, more = {}) {
      const email = `${unique()}@example.com`;
      const url = await invite(by, workspace, { email, role, ...more });
      return { ...(await accept(url, workspace)), email };
    },
    async keyWith(fields) {
      const { body } = await expecting(201, by.post("/api/account/api-keys/", { name: "Limited", ...fields }));
      return client({ authorization: `Bearer ${body.key}` });
    },
  };
}

/** Returns the token of the link. */
export async function invite(by: Client, workspace: string, invitation: object): Promise<string> {
  const path = `/api/workspaces/${workspace}/invitations/`;
  const { body } = await expecting(201, by.post(path, { invitations: [invitation] }));
  return new URL(body.results[0].url).searchParams.get("token") ?? "";
}

/** Accepts as a new person, or as who is signed in. */
export async function accept(
  token: string,
  workspace: string,
  signedInBy?: string,
  name = "Grace Hopper",
): Promise<Omit<Person, "email">> {
  const body = signedInBy ? { token } : { token, name, password };
  const by = client(signedInBy ? { cookie: signedInBy } : {});
  const reply = await expecting(signedInBy ? 200 : 201, by.post("/api/auth/invitation/accept/", body));
  const cookie = signedInBy ?? cookieOf(reply);
  return { ...inWorkspace(cookie, workspace), cookie, id: reply.body.id };
}
