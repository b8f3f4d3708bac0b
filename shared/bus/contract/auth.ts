import type { Page, Paging } from "../../domain/paging.ts";
import type {
  ApiKey,
  CreatedApiKey,
  CreateKeyBody,
  EntryOptions,
  ForgotBody,
  LoginBody,
  RegisterBody,
  ResetBody,
  UpdateMeBody,
  User,
} from "../../domain/shapes/auth.ts";
import type { Usage, UsageQuery } from "../../domain/shapes/usage.ts";
import type { Caller } from "./call.ts";

/** A signed-in user and the secret of the cookie. */
export interface SignIn {
  user: User;
  token: string;
}

/** Requests of one account that have all this in common. */
export interface UsageCount {
  account_id: string;
  /** null: a signed-in user */
  key_id: string | null;
  /** UTC, `YYYY-MM-DD` */
  day: string;
  method: string;
  /** the route's template */
  path: string;
  /** 2 for 2xx … */
  status_class: number;
  /** of the latency: shared/domain/latency.ts */
  bucket: number;
  requests: number;
}

/** An answer that is given again under its idempotency key (decisions §9.3). */
export interface KeptAnswer {
  status: number;
  headers: Record<string, string>;
  /** JSON; null: the answer has no body */
  body: unknown;
}

export interface AuthActions {
  "auth.authenticate": { params: { key?: string; token?: string }; result: Caller };
  "auth.hasAccount": { params: Record<string, never>; result: boolean };
  "auth.options": { params: Record<string, never>; result: EntryOptions };
  "auth.register": { params: { body: RegisterBody }; result: SignIn };
  "auth.login": { params: { body: LoginBody }; result: SignIn };
  "auth.logout": { params: { token: string }; result: null };
  "auth.me": { params: { caller: Caller }; result: User };
  "auth.updateMe": { params: { caller: Caller; token: string; body: UpdateMeBody }; result: User };
  /** Whom to write to about an account. */
  "auth.listUsers": { params: { account_id: string }; result: { users: { email: string; name: string }[] } };
  "auth.listKeys": { params: { caller: Caller; paging: Paging }; result: Page<ApiKey> };
  /** `token`: the sign-in of the one whose key it is; nobody else gets one, over the bus neither */
  "auth.createKey": { params: { caller: Caller; token: string; body: CreateKeyBody }; result: CreatedApiKey };
  "auth.revokeKey": { params: { caller: Caller; id: string }; result: null };
  /** Mails a link to set a new password, where the e-mail is known; 409 without a mail server. */
  "auth.forgot": { params: { body: ForgotBody; base_url: string }; result: null };
  "auth.reset": { params: { body: ResetBody }; result: null };
  /** What a gateway has counted; idempotent by `flush_id`. */
  "auth.recordUsage": { params: { flush_id: string; counts: UsageCount[] }; result: null };
  /**
   * Begins a request under an idempotency key of the caller's account: null lets it be carried out, an answer is what the
   * first such request was given. 422: the key was used for another request (`request_hash`, hex) · 409: the first one is
   * under way. `token` (a uuid) is the attempt's own: the same call again finds the same, and only it ends what it began.
   */
  "auth.beginIdempotent": {
    params: { caller: Caller; key: string; token: string; request_hash: string };
    result: KeptAnswer | null;
  };
  /** Keeps the answer for 24 h; without one (null) the key is free again. Idempotent. */
  "auth.endIdempotent": {
    params: { caller: Caller; key: string; token: string; answer: KeptAnswer | null };
    result: null;
  };
  "auth.usage": { params: { caller: Caller; query: UsageQuery }; result: Usage };
}
