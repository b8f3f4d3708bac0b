/**
 * Every call on the bus. A wrong action name, parameter or result doesn't compile (shared/bus/calls.ts).
 *
 * Glossary
 * - account      owns forms, themes, integrations, keys; users sign in to one
 * - owner        a signed-in user or an API key that acts for an account (`Caller`)
 * - respondent   person who answers a published form through the public API, without credentials
 * - form         has one draft and any number of versions
 * - draft        the mutable graph of a form, with a revision that `If-Match` checks
 * - version      an immutable snapshot of a graph, numbered per form from 1
 * - live form    copy of a form's settings and current version in the sessions service (docs/adr/0001)
 * - session      one pass of a respondent through one version
 * - step         one `next` request: an answer or a skip, and the move to the next node
 * - response     a session as the owner sees it
 * - attachment   an integration that receives a form's events
 *
 * Events are rows, not messages: they are inserted in the session's own transaction (`sessions.events`).
 */
import type { AnalyticsActions } from "./contract/analytics.ts";
import type { AuthActions } from "./contract/auth.ts";
import type { FormsActions } from "./contract/forms.ts";
import type { IntegrationsActions } from "./contract/integrations.ts";
import type { SessionsActions } from "./contract/sessions.ts";

export type { JsonText } from "../domain/json.ts";
export type { ExportPiece } from "./contract/analytics.ts";
export type { KeptAnswer, SignIn, UsageCount } from "./contract/auth.ts";
export type { Caller, Meta, Origin, Tagged } from "./contract/call.ts";
export type { AboutImage, FormReference, StoredImage } from "./contract/forms.ts";
export type {
  BatchableAction,
  BatchedCall,
  BatchedOutcome,
  ClaimedEvent,
  FileReservation,
  FormPage,
  LiveForm,
  OpenedFile,
  SessionChange,
  VersionGraph,
  VersionLanguage,
} from "./contract/sessions.ts";

export interface Actions extends AuthActions, FormsActions, SessionsActions, AnalyticsActions, IntegrationsActions {}

export type ActionName = keyof Actions & string;
