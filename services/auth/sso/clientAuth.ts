import { type ClientAuth, ClientSecretPost, type ServerMetadata } from "openid-client";
import { env } from "../../../shared/platform/env.ts";

/** How the issuer gets the client's secret (OIDC_CLIENT_AUTH, RFC 6749 §2.3.1). */
const [basic, post] = ["client_secret_basic", "client_secret_post"] as const;
type Way = typeof basic | typeof post;

/** Issuers' metadata whose issuer refused the header, until it is read again. */
const refusing = new WeakSet<ServerMetadata>();

/** Returns the way to show the secret to this issuer. */
export function clientAuthFor(server: ServerMetadata): ClientAuth {
  const { OIDC_CLIENT_SECRET } = env();
  return wayFor(server) === basic ? secretInHeader(OIDC_CLIENT_SECRET) : ClientSecretPost(OIDC_CLIENT_SECRET);
}

function wayFor(server: ServerMetadata): Way {
  const { OIDC_CLIENT_AUTH: way } = env();
  if (way !== "auto") return way;
  const offersOnlyPost = offers(server, post) && !offers(server, basic);
  return offersOnlyPost || refusing.has(server) ? post : basic;
}

const offers = (server: ServerMetadata, way: Way): boolean =>
  (server.token_endpoint_auth_methods_supported ?? [basic]).includes(way);

/** Returns whether another way may work after a refused client. */
export function hasOtherWay(server: ServerMetadata, error: unknown): boolean {
  const { status } = error as { status?: number };
  if (status !== 401 || env().OIDC_CLIENT_AUTH !== "auto" || wayFor(server) === post || !offers(server, post))
    return false;
  refusing.add(server);
  return true;
}

/** Leaves `-`, `.`, `_` and `*` as they are, as forms do, because some issuers decode nothing. */
function secretInHeader(secret: string): ClientAuth {
  const encoded = (text: string) => new URLSearchParams({ text }).toString().slice("text=".length);
  return (_server, { client_id: id }, _body, headers) => {
    headers.set("authorization", `Basic ${btoa(`${encoded(id)}:${encoded(secret)}`)}`);
  };
}
