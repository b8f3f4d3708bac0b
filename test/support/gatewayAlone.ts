import type { IncomingMessage, Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { Errors, Loggers, type Middleware, ServiceBroker } from "moleculer";
import { examples } from "../../services/gateway/openapi/examples.ts";
import { notFoundAs, unauthenticated, unavailable } from "../../shared/platform/errors.ts";

/**
 * A gateway in the test's process, with services that always give the same response. The environment is read once per
 * process, so set it before this module is imported.
 */
export interface GatewayAlone {
  url: string;
  port: number;
  /** Log lines. */
  log: string[];
  /** Names of called actions. */
  called: string[];
  /** Returns the number of open connections. */
  connections(): Promise<number>;
  /** Requests in order of arrival. */
  requests: IncomingMessage[];
  stop(): Promise<void>;
}

interface Services {
  [name: string]: { actions: Record<string, (ctx: { params: Record<string, unknown> }) => unknown> };
}

let lists = 0;
const mailLink = { form_title: "Survey <1>", address: "zoe@elsewhere.example", is_stopped: false };
/** The token is the language, `erased` or unknown. */
function invitationLink(token: string) {
  if (token === "unknown") throw notFoundAs("This link is invalid or has expired.");
  const workspace = "Red & Blue";
  if (token === "erased") return { address: null, workspace, language: "en", is_stopped: false };
  return { address: "zoe@elsewhere.example", workspace, language: token, is_stopped: false };
}

/** Each key and sign-in is valid, and its text is the ID of the key or user. */
const services: Services = {
  auth: {
    actions: {
      authenticate: ({ params }) => {
        if (params.key === "" || params.token === "bad") throw unauthenticated();
        return { account_id: examples.User.account_id, user_id: params.token ?? null, key_id: params.key ?? null };
      },
      login: () => {
        throw unauthenticated("Wrong e-mail or wrong password.");
      },
      register: () => ({ user: examples.User, token: "a-token" }),
      logout: () => null,
      hasAccount: () => true,
      me: () => examples.User,
      updateMe: () => examples.User,
      forgot: () => null,
      reset: () => null,
    },
  },
  forms: {
    actions: {
      list: () => ({ count: 0, results: [] }),
      create: () => examples.FormDetail,
      saveDraft: () => ({ etag: '"1"', value: examples.SavedDraft }),
      importForm: () => "{}",
      cancelImport: () => null,
    },
  },
  integrations: {
    actions: {
      // loses its first response
      list: () => {
        lists += 1;
        if (lists === 1) throw unanswered("integrations.list");
        return { count: 0, results: [] };
      },
      mailLink: () => mailLink,
      confirmMail: () => mailLink,
      stopMail: () => ({ ...mailLink, is_stopped: true }),
      invitationLink: ({ params }) => invitationLink(String(params.token)),
      leaveInvitations: ({ params }) => ({ ...invitationLink(String(params.token)), is_stopped: true }),
      // the error of a copy without its database. Unlike a lost response, it is final
      callback: () => {
        throw unavailable("Integrations and deliveries are unavailable. Try again shortly.");
      },
    },
  },
  sessions: {
    actions: {
      publicForm: ({ params }) => ({
        etag: '"1"',
        value: { ...examples.PublicForm, form: { ...examples.PublicForm.form, slug: params.slug } },
      }),
      formPage: () => ({ etag: '"1"', form: JSON.stringify(examples.PublicForm), embed_origins: ["*"] }),
      start: () => examples.Started,
      next: () => examples.Next,
    },
  },
};

const unanswered = (action: string) => new Errors.RequestTimeoutError({ action, nodeID: "another" });

/** `settings` overrides the gateway's settings. `delayOf` delays the response of an action until it resolves. */
export async function startGatewayAlone(
  settings: object = {},
  delayOf: (action: string) => Promise<unknown> | undefined = () => undefined,
): Promise<GatewayAlone> {
  const { default: gateway } = await import("../../services/gateway/gateway.service.ts");
  const log: string[] = [];
  const called: string[] = [];
  const broker = new ServiceBroker({ logger: new Recorder(log) as never, middlewares: [noted(called, delayOf)] });
  for (const [name, service] of Object.entries(services)) broker.createService({ name, ...service } as never);
  const service = broker.createService({ ...gateway, settings: { ...gateway.settings, ...settings } } as never);
  await broker.start();
  const { server, drain } = service as unknown as { server: Server; drain(): Promise<void> };
  const { port } = server.address() as AddressInfo;
  let open = 0;
  server.on("connection", (socket: Socket) => {
    open += 1;
    socket.once("close", () => {
      open -= 1;
    });
  });
  const requests: IncomingMessage[] = [];
  server.on("request", (request) => requests.push(request));
  const stop = async () => {
    await drain();
    await broker.stop();
  };
  return { url: `http://127.0.0.1:${port}`, port, log, called, connections: async () => open, requests, stop };
}

/** A logger. Moleculer's types lack its handler. */
class Recorder extends (Loggers.Base as unknown as new (options: object) => object) {
  readonly #lines: string[];

  constructor(lines: string[]) {
    super({});
    this.#lines = lines;
  }

  getLogHandler() {
    return (_level: string, args: unknown[]) => this.#lines.push(args.map(String).join(" "));
  }
}

const noted = (called: string[], delayOf: (action: string) => Promise<unknown> | undefined): Middleware => ({
  localAction(next, action) {
    const name = String(action.name);
    return async (ctx) => {
      if (!name.startsWith("gateway.") && !name.startsWith("$")) called.push(name);
      await delayOf(name);
      return (next as (ctx: unknown) => unknown)(ctx);
    };
  },
});
