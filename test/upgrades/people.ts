import { type Client, client, cookieOf, expecting, unique } from "../support/api.ts";
import { password } from "../support/team.ts";
import type { Answered } from "./owners.ts";

/** People and keys with less than all rights, made by this release, which the previous one doesn't know (teams §20.16). */
export interface People {
  /** Returns what any of them can do that their role doesn't give, with the copies that run now. */
  excess(): Promise<string[]>;
  /** Returns the statuses of reads by a member who reads responses without personal data alone. */
  anonymousReads(): Promise<number[]>;
}

/** Lets people with every role into the workspace of `cookie`, and creates keys with limits. `url` must lead to this release. */
export async function letPeopleIn(
  url: string,
  cookie: string,
  slug: string,
  { slug: answered, session }: Answered,
): Promise<People> {
  const at = (headers: Record<string, string>) => client(headers, url, false);
  const owner = at({ cookie });
  const { body: me } = await expecting(200, owner.get("/api/auth/me/"));
  const workspace: string = me.account_id;
  const path = `/api/workspaces/${workspace}`;
  const { body: form } = await expecting(200, owner.get(`/api/v2/form/${slug}/`));

  async function join(role: string, more: object = {}): Promise<{ by: Client; id: string }> {
    const invitations = [{ email: `${unique()}@example.com`, role, ...more }];
    const { body } = await expecting(201, owner.post(`${path}/invitations/`, { invitations }));
    const token = new URL(body.results[0].url).searchParams.get("token");
    const joined = await expecting(
      201,
      at({}).post("/api/auth/invitation/accept/", { token, name: "Grace", password }),
    );
    return { by: at({ cookie: cookieOf(joined), "pathform-workspace": workspace }), id: joined.body.id };
  }
  async function key(fields: object): Promise<Client> {
    const { body } = await expecting(201, owner.post("/api/account/api-keys/", { name: "Limited", ...fields }));
    return at({ authorization: `Bearer ${body.key}` });
  }

  const forms = [{ form_id: form.id, role: "viewer", responses: "none" }];
  const [viewer, guest, demoted, removed] = [
    await join("viewer"),
    await join("guest", { forms }),
    await join("owner"),
    await join("owner"),
  ];
  await expecting(200, owner.patch(`${path}/members/${demoted.id}/`, { role: "viewer", responses: "none" }));
  await expecting(204, owner.delete(`${path}/members/${removed.id}/`));
  const anonymous = await join("viewer", { responses: "read_anonymous" });
  const readers: Record<string, Client> = {
    "a viewer without personal data": anonymous.by,
    "a viewer": viewer.by,
    "a guest": guest.by,
    "a former owner": demoted.by,
    "a removed owner": removed.by,
    "a key that reads responses": await key({ scopes: ["responses:read"] }),
    "a key of one form": await key({ scopes: ["forms:read"], form_ids: [form.id] }),
    "a key of another address": await key({ allowed_addresses: ["192.0.2.1"] }),
  };
  return {
    async excess() {
      const found: string[] = [];
      for (const [who, by] of Object.entries(readers)) {
        const changed = await by.patch(`/api/v2/form/${slug}/`, { closed_message: who });
        if (changed.status < 400) found.push(`${who} changed the form`);
        const attached = await by.get("/api/integrations/");
        if (attached.status < 400 && attached.body.count > 0) found.push(`${who} read the integrations`);
      }
      return found;
    },
    async anonymousReads() {
      const paths = ["?include=answers", `${session}/`, "export/"];
      const replies = paths.map((path) => anonymous.by.get(`/api/v2/form/${answered}/responses/${path}`));
      return (await Promise.all(replies)).map(({ status }) => status);
    },
  };
}
