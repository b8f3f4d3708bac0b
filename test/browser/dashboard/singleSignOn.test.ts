import { join } from "node:path";
import { eventually } from "../../support/eventually.ts";
import { stablePort } from "../../support/ports.ts";
import { type Process, startProcess } from "../../support/processes.ts";
import { type Product, startProduct } from "../../support/product.ts";
import { visit } from "../support/browser.ts";

/** Single sign-on with a real issuer, from the button to the workspace (teams §20.9). */
let product: Product;
let issuer: Process;
let issuerUrl: string;
const client = { CLIENT_ID: "pathform", CLIENT_SECRET: "a client secret of 32 characters" };
beforeAll(async () => {
  const port = await stablePort();
  issuerUrl = `http://127.0.0.1:${port}`;
  const env = {
    SIGNUP: "closed",
    OIDC_ISSUER_URL: issuerUrl,
    OIDC_CLIENT_ID: client.CLIENT_ID,
    OIDC_CLIENT_SECRET: client.CLIENT_SECRET,
    OIDC_NAME: "Northwind ID",
    OIDC_SCOPES: "openid email profile groups",
    OIDC_ROLES_CLAIM: "groups",
    OIDC_ROLES: "form-admins=owner, staff=viewer/read",
    SSO_ONLY: "true",
  };
  // the product starts while its issuer is down
  product = await startProduct({ way: "one", env });
  const args = [join(import.meta.dirname, "../../support/realIssuer.mjs")];
  issuer = await startProcess({
    name: "issuer",
    command: process.execPath,
    args,
    env: { ...client, PORT: String(port), BASE_URL: product.url },
  });
  await eventually(async () => expect((await fetch(`${issuerUrl}/.well-known/openid-configuration`)).status).toBe(200));
}, 120_000);
afterAll(async () => {
  await issuer?.kill();
  await product?.stop();
});

test("leads from the button to the workspace, and out again at both", async () => {
  const { page, context, expect: allow } = await visit(null, { baseURL: product.url });
  // the issuer's own pages
  allow(new RegExp(new URL(issuerUrl).host));
  allow(/fonts\.googleapis|favicon/);
  await page.goto("/settings/security");
  await page.getByRole("link", { name: "Continue with Northwind ID" }).click();
  await page.getByPlaceholder("Enter any login").fill("ada");
  await page.getByPlaceholder("and password").fill("anything");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  // back on the page that was asked for
  await page.waitForURL(`${product.url}/settings/security`);
  await page.getByText("You can sign in with Northwind ID.").waitFor();
  const cookies = await context.cookies(product.url);
  expect(cookies.find(({ name }) => name === "pathform_session")).toMatchObject({ httpOnly: true, sameSite: "Lax" });
  const me = await page.evaluate(async () => (await fetch("/api/auth/me/")).json());
  expect(me).toMatchObject({
    email: "ada@northwind.example",
    has_password: false,
    sso: { name: "Northwind ID" },
    workspace: { name: "Ada Northwind's workspace", role: "owner" },
  });
  await page.goto("/api/auth/oidc/logout/");
  await page.getByRole("button", { name: "Yes, sign me out" }).click();
  await page.waitForURL(`${product.url}/sign-in?signed_out=true`);
  await page.getByRole("link", { name: "Continue with Northwind ID" }).waitFor();
}, 60_000);
