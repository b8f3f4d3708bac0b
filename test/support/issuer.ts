import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { CompactSign, type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";

/**
 * A stand-in for an issuer of single sign-on, which lies as a test asks. It checks what it gets as a real one: client, redirect URI,
 * PKCE and that a code is used once.
 */
export interface Issuer {
  url: string;
  /** Claims of the next person. The ID token has `iss`, `aud`, `sub`, `nonce` and times of its own, unless they are here. */
  claims: Record<string, unknown>;
  /** claims of the userinfo endpoint, which has `sub` of the ID token */
  userinfo: Record<string, unknown>;
  lie: Lies;
  /** paths that were asked for */
  asked: string[];
  /** bytes of floods that were sent */
  sent: number;
  /** Signs in at the page of this URL and returns the query of the callback. */
  visit(location: string): Promise<Record<string, string>>;
  /** Signs a token with the issuer's key. */
  sign(claims: JWTPayload, typ?: string): Promise<string>;
  /** Uses another key from now on. */
  rotate(): Promise<void>;
  close(): Promise<void>;
}

export interface Lies {
  /** Answers nothing on paths that contain this. */
  hangs?: string;
  /** Redirects requests of paths that contain this to a path that would answer. */
  redirects?: string;
  alg?: "none" | "HS256";
  /** signs with a key that isn't published */
  forged?: true;
  /** names another issuer in the callback (RFC 9207) */
  iss?: string;
  /** answers discovery with this issuer */
  discovered?: string;
  /** answers with this many bytes on paths that contain `path` */
  floods?: { path: string; bytes: number };
  /** ways in which the client shows its secret, as discovery says */
  offers?: string[];
  /** ways that it takes; `raw basic` doesn't decode what the header escapes */
  takes?: ("basic" | "raw basic" | "post")[];
}

export const clientId = "pathform";
export const clientSecret = "a-client_secret.of-32-characters";

/** A claim with this text is a number that JSON can write and `JSON.stringify` can't. */
export const infinite = "1e400";
const written = (value: object): Buffer => Buffer.from(JSON.stringify(value).replaceAll(`"${infinite}"`, infinite));

/** A JSON document that begins with blanks. */
function* blanks(bytes: number): Generator<Buffer> {
  const part = Buffer.alloc(64 * 1024, " ");
  for (let sent = 0; sent < bytes; sent += part.length) yield part;
  yield Buffer.from("{}");
}

export async function startIssuer(): Promise<Issuer> {
  const server = createServer((req, res) => void answer(req, res));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const codes = new Map<string, URLSearchParams>();
  let count = 0;
  let hasKnownClient = true;
  let key = await newKey();
  const other = await newKey();

  async function newKey(): Promise<{ kid: string; privateKey: CryptoKey; jwk: object }> {
    const { publicKey, privateKey } = await generateKeyPair("ES256");
    const kid = `key-${++count}`;
    return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, use: "sig", alg: "ES256" } };
  }

  async function idToken(nonce: string): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: url, aud: clientId, sub: "ada", nonce, iat: now, exp: now + 300, ...issuer.claims };
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    if (issuer.lie.alg === "none") return `${part({ alg: "none" })}.${part(claims)}.`;
    if (issuer.lie.alg === "HS256")
      return new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(Buffer.from(clientSecret));
    const { privateKey } = issuer.lie.forged ? other : key;
    return new CompactSign(written(claims)).setProtectedHeader({ alg: "ES256", kid: key.kid }).sign(privateKey);
  }

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const path = new URL(req.url ?? "/", url).pathname;
    issuer.asked.push(path);
    if (issuer.lie.hangs && path.includes(issuer.lie.hangs)) return;
    if (issuer.lie.redirects && path.includes(issuer.lie.redirects)) {
      res.writeHead(307, { location: `${url}/moved${path}` }).end();
      return;
    }
    const { floods } = issuer.lie;
    if (floods && path.includes(floods.path)) {
      res.writeHead(200, { "content-type": "application/json" });
      return void Readable.from(blanks(floods.bytes))
        .on("data", ({ length }) => (issuer.sent += length))
        .pipe(res);
    }
    const found = await replyTo(path.replace(/^\/moved/, ""), req);
    res
      .writeHead(found ? 200 : path === "/token" && !hasKnownClient ? 401 : 400, { "content-type": "application/json" })
      .end(JSON.stringify(found ?? { error: "invalid_grant" }));
  }

  async function replyTo(path: string, req: IncomingMessage): Promise<object | null> {
    if (path === "/.well-known/openid-configuration") return metadata();
    if (path === "/jwks") return { keys: [key.jwk] };
    if (path === "/userinfo") return { sub: issuer.claims.sub ?? "ada", ...issuer.userinfo };
    return path === "/token" ? tokens(req) : null;
  }

  function isClient({ headers }: IncomingMessage, body: URLSearchParams): boolean {
    const takes = issuer.lie.takes ?? ["basic"];
    if (headers.authorization === undefined)
      return takes.includes("post") && body.get("client_id") === clientId && body.get("client_secret") === clientSecret;
    const given = Buffer.from(headers.authorization.replace(/^Basic /, ""), "base64")
      .toString()
      .split(":");
    const decoded = given.map((part) => decodeURIComponent(part.replaceAll("+", " ")));
    const [id, secret] = takes.includes("basic") ? decoded : takes.includes("raw basic") ? given : [];
    return id === clientId && secret === clientSecret;
  }

  const metadata = () => ({
    issuer: issuer.lie.discovered ?? url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/jwks`,
    userinfo_endpoint: `${url}/userinfo`,
    end_session_endpoint: `${url}/end`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    ...(issuer.lie.offers && { token_endpoint_auth_methods_supported: issuer.lie.offers }),
    id_token_signing_alg_values_supported: ["ES256", "HS256", "none"],
    authorization_response_iss_parameter_supported: true,
  });

  async function tokens(req: IncomingMessage): Promise<object | null> {
    const body = new URLSearchParams(Buffer.concat(await req.toArray()).toString());
    hasKnownClient = isClient(req, body);
    if (!hasKnownClient) return null;
    const asked = codes.get(body.get("code") ?? "");
    codes.delete(body.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(body.get("code_verifier") ?? "")
      .digest("base64url");
    const isRight =
      asked?.get("code_challenge_method") === "S256" &&
      asked.get("code_challenge") === challenge &&
      asked.get("redirect_uri") === body.get("redirect_uri");
    if (!isRight) return null;
    return { access_token: "an access token", token_type: "Bearer", id_token: await idToken(asked.get("nonce") ?? "") };
  }

  const issuer: Issuer = {
    url,
    claims: {},
    userinfo: {},
    lie: {},
    asked: [],
    sent: 0,
    async visit(location) {
      const { searchParams } = new URL(location);
      const code = `code-${++count}`;
      codes.set(code, searchParams);
      return { code, state: searchParams.get("state") ?? "", iss: issuer.lie.iss ?? url };
    },
    sign: (claims, typ = "logout+jwt") =>
      new CompactSign(written(claims)).setProtectedHeader({ alg: "ES256", kid: key.kid, typ }).sign(key.privateKey),
    async rotate() {
      key = await newKey();
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
  return issuer;
}
