/** An error response of the API. */
export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** An error that stops the demo, with a one-line message. */
export class Stop extends Error {}

type Method = "GET" | "POST" | "PUT" | "PATCH";
interface Options {
  body?: unknown;
  headers?: Record<string, string>;
}

/** Maximum attempts of a request that gets 429 (rate limit) or 503 (starting). */
const attemptLimit = 20;
const waitLimitSeconds = 60;

export class Api {
  /** URL without a trailing slash */
  readonly url: string;
  private readonly credentials: Record<string, string>;

  constructor(url: string, credentials: Record<string, string> = {}) {
    this.url = url.replace(/\/+$/, "");
    this.credentials = credentials;
  }

  withKey(key: string): Api {
    return new Api(this.url, { authorization: `Bearer ${key}` });
  }

  withCookie(cookie: string): Api {
    return new Api(this.url, { cookie });
  }

  /** Calls the API and returns the JSON, without checking its type. */
  async call<T>(method: Method, path: string, body?: unknown): Promise<T> {
    const { json } = await this.exchange<T>(method, path, { body });
    return json;
  }

  /** Like `call`, but also returns the response, for its headers. */
  async exchange<T>(method: Method, path: string, options: Options = {}): Promise<{ json: T; response: Response }> {
    const response = await this.sendWithRetries(method, path, options);
    const text = await response.text();
    const json = parse(text);
    if (!response.ok) throw new ApiError(response.status, `${method} ${path}: ${response.status} ${reason(json)}`);
    if (json === undefined)
      throw new Stop(`${this.url}${path} didn't return JSON. Check that --url is a Pathform server.`);
    return { json: json as T, response };
  }

  /** Retries after 429 and 503 as `Retry-After` says. */
  private async sendWithRetries(method: Method, path: string, options: Options): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      const response = await this.send(method, path, options);
      const waitSeconds = Number(response.headers.get("retry-after") ?? Number.NaN);
      const isAskedToWait = [429, 503].includes(response.status) && waitSeconds >= 0;
      if (!isAskedToWait || attempt >= attemptLimit) return response;
      await response.body?.cancel();
      await new Promise((wake) => setTimeout(wake, Math.min(waitSeconds, waitLimitSeconds) * 1000));
    }
  }

  private async send(method: Method, path: string, { body, headers = {} }: Options): Promise<Response> {
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const type: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
    try {
      return await fetch(this.url + path, {
        method,
        headers: { ...this.credentials, ...type, ...headers },
        ...content,
      });
    } catch (error) {
      throw new Stop(`Can't reach ${this.url}: ${cause(error)}. Start Pathform, or set --url.`);
    }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Joins `detail` and `errors` of an error response (spec §Errors). */
function reason(json: unknown): string {
  const { detail = "", errors = [] } = (json ?? {}) as { detail?: string; errors?: string[] };
  return [detail, ...errors].join(" · ");
}

/** Returns the cause of a failed fetch, which is nested deeper if a host has several addresses. */
function cause(error: unknown): string {
  const inner = (error as Error).cause as (Error & { code?: string; errors?: Error[] }) | undefined;
  return inner?.errors?.[0]?.message ?? (inner?.message || inner?.code) ?? (error as Error).message;
}
