import { createServer } from "node:http";
import Provider from "oidc-provider";

/**
 * A real issuer in a process of its own: oidc-provider, the certified reference server. Its sign-in page takes any login, whose
 * part before the `@` is the person. `PORT`, `CLIENT_ID`, `CLIENT_SECRET` and `BASE_URL` come from the environment.
 */
const { PORT, CLIENT_ID, CLIENT_SECRET, BASE_URL } = process.env;
const issuer = `http://127.0.0.1:${PORT}`;

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      redirect_uris: [`${BASE_URL}/api/auth/oidc/callback/`],
      post_logout_redirect_uris: [`${BASE_URL}/sign-in?signed_out=true`],
      backchannel_logout_uri: `${BASE_URL}/api/auth/oidc/backchannel-logout/`,
      backchannel_logout_session_required: true,
    },
  ],
  claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"], groups: ["groups"] },
  scopes: ["openid", "email", "profile", "groups"],
  features: { backchannelLogout: { enabled: true } },
  cookies: { keys: ["a key for cookies of this test"] },
  pkce: { required: () => true },
  findAccount: (_ctx, id) => ({
    accountId: id,
    claims: () => ({
      sub: id,
      email: `${id}@northwind.example`,
      email_verified: true,
      name: `${id[0].toUpperCase()}${id.slice(1)} Northwind`,
      groups: ["staff", "form-admins"],
    }),
  }),
});

createServer(provider.callback()).listen(Number(PORT), "127.0.0.1", () => process.stdout.write("ready\n"));
