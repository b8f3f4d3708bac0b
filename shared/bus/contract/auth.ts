import type { SignInMethod } from "../../api/access/caller.ts";
import type { SentAuditEntry } from "../../api/audit/entry.ts";
import type { Page, Paging } from "../../api/paging.ts";
import type { AuditEntry, AuditExportQuery, AuditQuery } from "../../api/shapes/audit.ts";
import type {
  ApiKey,
  CreatedApiKey,
  CreateKeyBody,
  EntryOptions,
  ForgotBody,
  KeysQuery,
  LoginBody,
  OwnKey,
  RegisterBody,
  ResetBody,
  RotateKeyBody,
  TokenBody,
  UpdateMeBody,
  User,
} from "../../api/shapes/auth.ts";
import type {
  AcceptBody,
  Access,
  GrantAccessBody,
  Invitation,
  InvitationQuery,
  InvitationsQuery,
  InviteBody,
  Invited,
  Member,
  MembersQuery,
  OpenInvitation,
  OwnMembership,
  Removal,
  RemoveMemberQuery,
  UpdateAccessBody,
  UpdateMemberBody,
  UpdateOwnMembershipBody,
} from "../../api/shapes/members.ts";
import type {
  ChangeEmailBody,
  CodeBody,
  DeleteMeBody,
  DisableSecondFactorBody,
  LoginCodeBody,
  OwnSignIn,
  RecoveryCodes,
  SecondFactor,
  StartedSecondFactor,
  StartSecondFactorBody,
  UndoneEmail,
  UserEvent,
} from "../../api/shapes/security.ts";
import type { BackchannelLogoutBody, LinkSsoBody, OidcCallbackQuery, OidcStartQuery } from "../../api/shapes/sso.ts";
import type { Usage, UsageQuery } from "../../api/shapes/usage.ts";
import type {
  CreateWorkspaceBody,
  DeleteWorkspaceBody,
  ScheduledDeletion,
  UpdateWorkspaceBody,
  Workspace,
  WorkspaceDetail,
} from "../../api/shapes/workspaces.ts";
import type { ExportPiece } from "./analytics.ts";
import type { Caller } from "./call.ts";

/** A signed-in user with the cookie's token. */
export interface SignIn {
  user: User;
  token: string;
}

/** Number of an account's requests with the same properties. */
export interface UsageCount {
  account_id: string;
  /** null for a signed-in user */
  key_id: string | null;
  /** UTC, `YYYY-MM-DD` */
  day: string;
  method: string;
  /** route template */
  path: string;
  /** first digit of the status */
  status_class: number;
  /** latency bucket (shared/domain/latency.ts) */
  bucket: number;
  requests: number;
}

/** A response stored under its idempotency key, which repeated requests get again (decisions §9.3). */
export interface KeptAnswer {
  status: number;
  headers: Record<string, string>;
  /** JSON; null without a body */
  body: unknown;
}

interface InWorkspace {
  caller: Caller;
  /** of the workspace */
  id: string;
}

/** A change for which the person proves themselves again. `token`: of the sign-in */
interface Proven {
  caller: Caller;
  token: string;
}

export interface AuthActions {
  /** `workspace`: the one that is asked for, null for the usual one; absent from a gateway of the previous release. `address`: client's */
  "auth.authenticate": {
    params: { key?: string; token?: string; workspace?: string | null; address?: string };
    result: Caller;
  };
  "auth.hasAccount": { params: Record<string, never>; result: boolean };
  "auth.options": { params: Record<string, never>; result: EntryOptions };
  "auth.register": { params: { body: RegisterBody }; result: SignIn };
  "auth.login": { params: { body: LoginBody }; result: SignIn };
  "auth.logout": { params: { token: string }; result: null };
  "auth.me": { params: { caller: Caller }; result: User };
  "auth.updateMe": { params: { caller: Caller; token: string; body: UpdateMeBody }; result: User };
  /** Lists the members who may read responses, or those who get emails about failed deliveries. */
  "auth.listUsers": {
    params: { account_id: string; about?: "failures" };
    result: { users: { email: string; name: string }[] };
  };
  "auth.listKeys": { params: { caller: Caller; query?: KeysQuery; paging: Paging }; result: Page<ApiKey> };
  /** `token`: the caller's sign-in token, checked here so that no other bus client can create keys */
  "auth.createKey": { params: { caller: Caller; token: string; body: CreateKeyBody }; result: CreatedApiKey };
  "auth.revokeKey": { params: { caller: Caller; id: string }; result: null };
  /** Emails a reset link if the address has an account. 409 without a mail server. */
  "auth.forgot": { params: { body: ForgotBody; base_url: string }; result: null };
  "auth.reset": { params: { body: ResetBody }; result: null };
  /** Stores a gateway's usage counts. Idempotent by `flush_id`. */
  "auth.recordUsage": { params: { flush_id: string; counts: UsageCount[] }; result: null };
  /** Stores entries of a service's outbox. Idempotent by their ids. */
  "auth.recordAudit": { params: { entries: SentAuditEntry[] }; result: null };
  "auth.listAudit": { params: InWorkspace & { query: AuditQuery; paging: Paging }; result: Page<AuditEntry> };
  "auth.beginAuditExport": {
    params: InWorkspace & { query: AuditExportQuery };
    result: { filename: string; content_type: string; cursor: string; account_id: string };
  };
  /** `bytes`: approximate maximum size of the piece. `sessions` has no effect. */
  "auth.auditPiece": { params: { cursor: string; bytes?: number; sessions?: number }; result: ExportPiece };
  /**
   * Starts a request with an idempotency key of the caller's account. Returns null if the request should run, or the stored
   * response of the first request. 422 if the key was used for a different request (`request_hash`, hex), 409 if the first
   * request is in progress. `token` (UUID) identifies the attempt: a repeated call gets the same result.
   */
  "auth.beginIdempotent": {
    params: { caller: Caller; key: string; token: string; request_hash: string };
    result: KeptAnswer | null;
  };
  /** Stores the response for 24 hours, or releases the key if `answer` is null. Idempotent. */
  "auth.endIdempotent": {
    params: { caller: Caller; key: string; token: string; answer: KeptAnswer | null };
    result: null;
  };
  "auth.listMembers": {
    params: { caller: Caller; id: string; query: MembersQuery; paging: Paging };
    result: Page<Member>;
  };
  "auth.updateMember": { params: InWorkspace & { user_id: string; body: UpdateMemberBody }; result: Member };
  "auth.removeMember": { params: InWorkspace & { user_id: string; query: RemoveMemberQuery }; result: null };
  "auth.getRemoval": { params: InWorkspace & { user_id: string }; result: Removal };
  "auth.getOwnMembership": { params: InWorkspace; result: OwnMembership };
  "auth.updateOwnMembership": { params: InWorkspace & { body: UpdateOwnMembershipBody }; result: OwnMembership };
  "auth.listInvitations": {
    params: InWorkspace & { query: InvitationsQuery; paging: Paging };
    result: Page<Invitation>;
  };
  "auth.invite": { params: InWorkspace & { body: InviteBody; base_url: string }; result: Invited };
  "auth.revokeInvitation": { params: InWorkspace & { invitation_id: string }; result: null };
  "auth.resendInvitation": { params: InWorkspace & { invitation_id: string; base_url: string }; result: Invitation };
  "auth.listAccess": { params: { caller: Caller; slug: string; paging: Paging }; result: Page<Access> };
  "auth.grantAccess": {
    params: { caller: Caller; slug: string; body: GrantAccessBody; base_url: string };
    result: Access;
  };
  "auth.updateAccess": { params: { caller: Caller; slug: string; id: string; body: UpdateAccessBody }; result: Access };
  "auth.revokeAccess": { params: { caller: Caller; slug: string; id: string }; result: null };
  "auth.getInvitation": { params: { query: InvitationQuery }; result: OpenInvitation };
  /** `token`: of the sign-in cookie, or empty */
  "auth.acceptInvitation": { params: { token: string; body: AcceptBody }; result: SignIn & { is_new: boolean } };
  "auth.declineInvitation": { params: { body: TokenBody }; result: null };
  "auth.requestVerification": { params: { caller: Caller; base_url: string }; result: null };
  /** `base_url`: absent from a gateway of the previous release */
  "auth.verifyEmail": { params: { body: TokenBody; base_url?: string }; result: null };
  "auth.undoEmail": { params: { body: TokenBody; base_url: string }; result: UndoneEmail };
  "auth.getOwnKey": { params: { caller: Caller }; result: OwnKey };
  "auth.rotateKey": {
    params: { caller: Caller; token: string; id: string; body: RotateKeyBody };
    result: CreatedApiKey;
  };
  "auth.listWorkspaces": { params: { caller: Caller; paging: Paging }; result: Page<Workspace> };
  "auth.createWorkspace": { params: { caller: Caller; body: CreateWorkspaceBody }; result: WorkspaceDetail };
  "auth.getWorkspace": { params: { caller: Caller; id: string }; result: WorkspaceDetail };
  /** Addresses of the people with whom a form of the account is shared. */
  "auth.accessOfForm": { params: { account_id: string; form_id: string }; result: { emails: string[] } };
  /** Ends single people's access to a form that moved away. Idempotent. */
  "auth.leaveForm": { params: { account_id: string; form_id: string }; result: null };
  "auth.deleteWorkspace": {
    params: InWorkspace & { token: string; body: DeleteWorkspaceBody };
    result: ScheduledDeletion;
  };
  "auth.restoreWorkspace": { params: InWorkspace; result: WorkspaceDetail };
  "auth.updateWorkspace": {
    params: { caller: Caller; id: string; body: UpdateWorkspaceBody };
    result: WorkspaceDetail;
  };
  /** Returns a person's rights in another of their workspaces, or null if they aren't in it. */
  "auth.callerIn": {
    params: { user_id: string; account_id: string; sign_in?: SignInMethod };
    result: Caller | null;
  };
  "auth.listSignIns": { params: { caller: Caller; token: string; paging: Paging }; result: Page<OwnSignIn> };
  "auth.endSignIn": { params: { caller: Caller; id: string }; result: null };
  "auth.endOtherSignIns": { params: { caller: Caller; token: string }; result: null };
  "auth.listUserEvents": { params: { caller: Caller; paging: Paging }; result: Page<UserEvent> };
  "auth.getSecondFactor": { params: { caller: Caller }; result: SecondFactor };
  "auth.startSecondFactor": { params: Proven & { body: StartSecondFactorBody }; result: StartedSecondFactor };
  "auth.confirmSecondFactor": { params: Proven & { body: CodeBody }; result: RecoveryCodes };
  "auth.disableSecondFactor": { params: Proven & { body: DisableSecondFactorBody }; result: null };
  "auth.replaceRecoveryCodes": { params: { caller: Caller; body: CodeBody }; result: RecoveryCodes };
  "auth.loginWithCode": { params: { body: LoginCodeBody }; result: SignIn };
  "auth.loginWithLink": { params: { body: TokenBody }; result: SignIn };
  /** Emails a link to the new address, which changes it. */
  "auth.changeEmail": { params: Proven & { body: ChangeEmailBody; base_url: string }; result: null };
  "auth.deleteMe": { params: Proven & { body: DeleteMeBody }; result: null };
  /** `browser`: its cookie for single sign-on, or empty. The result's is null if the issuer is unavailable. */
  "auth.startSso": {
    params: { query: OidcStartQuery; browser: string; base_url: string };
    result: { location: string; browser: string | null };
  };
  "auth.unlinkSso": { params: Proven & { body: LinkSsoBody }; result: null };
  /** `token`: of the sign-in cookie. The result's token is null if no user was signed in. */
  "auth.finishSso": {
    params: { query: OidcCallbackQuery; browser: string; token: string; base_url: string };
    result: { location: string; token: string | null };
  };
  "auth.linkSso": {
    params: Proven & { body: LinkSsoBody; browser: string; base_url: string };
    result: { url: string; browser: string };
  };
  "auth.backchannelLogout": { params: { body: BackchannelLogoutBody }; result: null };
  "auth.logoutSso": { params: { token: string; base_url: string }; result: { location: string } };
  "auth.usage": { params: { caller: Caller; query: UsageQuery }; result: Usage };
}
