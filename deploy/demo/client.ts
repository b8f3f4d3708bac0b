/** The public HTTP API as the demo sees it: JSON in, JSON out, an ApiError for every refusal. */
export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** What stops the whole run; its message is one line. */
export class Stop extends Error {}

type Method = "GET" | "POST" | "PUT" | "PATCH";
interface Options {
  body?: unknown;
  headers?: Record<string, string>;
}

/** A copy that is starting, or a rate limit, answers 429 or 503; a server that does so this often is not getting ready. */
const attemptLimit = 20;
const waitLimitSeconds = 60;

export class Api {
  /** The address without a slash at its end. */
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

  /** `T` is what the API promises for this path; nothing checks it here. */
  async call<T>(method: Method, path: string, body?: unknown): Promise<T> {
    const { json } = await this.exchange<T>(method, path, { body });
    return json;
  }

  /** As `call`, with the response for its headers. */
  async exchange<T>(method: Method, path: string, options: Options = {}): Promise<{ json: T; response: Response }> {
    const response = await this.sendWithRetries(method, path, options);
    const text = await response.text();
    const json = parse(text);
    if (!response.ok) throw new ApiError(response.status, `${method} ${path}: ${response.status} ${reason(json)}`);
    if (json === undefined) throw new Stop(`${this.url}${path} does not answer with JSON: is this Pathform?`);
    return { json: json as T, response };
  }

  /** Waits as long as a 429 or 503 asks for, and tries again. */
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
      throw new Stop(`${this.url} cannot be reached: ${cause(error)}`);
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

/** An error body has a `detail`, and a validation error its `errors` (spec §Errors). */
function reason(json: unknown): string {
  const { detail = "", errors = [] } = (json ?? {}) as { detail?: string; errors?: string[] };
  return [detail, ...errors].join(" · ");
}

/** fetch hides why it failed one level down, and Node one more where a name has several addresses. */
function cause(error: unknown): string {
  const inner = (error as Error).cause as (Error & { code?: string; errors?: Error[] }) | undefined;
  return inner?.errors?.[0]?.message ?? (inner?.message || inner?.code) ?? (error as Error).message;
}
