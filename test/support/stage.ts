import { type Client, client, cookieOf, expecting, publishForm, unique } from "./api.ts";
import { type Load, startLoad } from "./load.ts";
import { type OwnPostgres, startOwnPostgres } from "./ownPostgres.ts";
import { type Product, type ProductOptions, startProduct } from "./product.ts";
import { type Receiver, startReceiver } from "./receiver.ts";
import { sampleForm } from "./sampleForms.ts";

/** The product with a process per service, on separate servers that the test can stop and start. */
export interface Stage {
  product: Product;
  postgres: OwnPostgres;
  /** client of an account with a key, through the first gateway */
  owner: Client & { key: string; cookie: string };
  /** receiver of all events of all forms */
  receiver: Receiver;
  /** Publishes a form of that questionnaire with the receiver attached. */
  newForm(): Promise<string>;
  /** Starts respondents on a form, spread over the gateways or through `url` (LoadOptions). */
  load(slug: string, respondents: number, options?: { url?: string; pauseMs?: number }): Load;
  stop(): Promise<void>;
}

const { graph } = sampleForm("audit");

/** Counts all requests in Redis without rejecting any. */
const highLimits = {
  RATE_LIMITS: "on",
  RATE_LIMIT_KEY_PER_MINUTE: "1000000",
  RATE_LIMIT_PUBLIC_PER_MINUTE: "1000000",
  RATE_LIMIT_STARTS_PER_MINUTE: "1000000",
  RATE_LIMIT_SIGN_IN_PER_MINUTE: "1000000",
};

export interface StageOptions extends Pick<ProductOptions, "copies" | "others" | "env"> {
  /** a server that the test has started; default: the npm package's */
  postgres?: OwnPostgres;
}

export async function startStage({ env, postgres: given, ...options }: StageOptions): Promise<Stage> {
  const postgres = given ?? (await startOwnPostgres());
  const all = { ...highLimits, ...env };
  const product = await startProduct({ way: "many", ...options, database: postgres, ownServers: true, env: all });
  const owner = await register(product.url);
  const receiver = await startReceiver();
  const webhook = { name: "Receiver", config: { url: receiver.url } };
  const { body: integration } = await expecting(201, owner.post("/api/integrations/webhook/", webhook));
  return {
    product,
    postgres,
    owner,
    receiver,
    async newForm() {
      const slug = await publishForm(owner, graph);
      const attachment = { integration_id: integration.id, events: ["session.started", "session.completed"] };
      await expecting(201, owner.post(`/api/v2/form/${slug}/integrations/`, attachment));
      return slug;
    },
    load: (slug, respondents, { url, pauseMs } = {}) =>
      startLoad({ urls: url ? [url] : product.urls, slug, graph, respondents, ...(pauseMs && { pauseMs }) }),
    async stop() {
      await product.stop();
      await receiver.close();
    },
  };
}

export async function register(url: string, isCurrent = true): Promise<Stage["owner"]> {
  const as = (headers: Record<string, string>) => client(headers, url, isCurrent);
  const credentials = { email: `${unique()}@example.com`, password: "correct horse battery", name: "Ada Lovelace" };
  const cookie = cookieOf(await expecting(201, as({}).post("/api/auth/register/", credentials)));
  const { body } = await expecting(201, as({ cookie }).post("/api/account/api-keys/", { name: "Tests" }));
  return { cookie, key: body.key, ...as({ authorization: `Bearer ${body.key}` }) };
}
