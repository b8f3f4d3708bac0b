/**
 * Every call on the bus: a wrong action name, parameter or result does not compile (shared/bus/calls.ts).
 *
 * Glossary
 * - account      owns forms, themes, integrations, keys; users sign in to one
 * - owner        whoever acts for an account: a signed-in user or an API key (`Caller`)
 * - respondent   walks a published form through the open API; needs no credentials
 * - form         what an owner makes; has one draft and any number of versions
 * - draft        the mutable graph of a form, with a revision that `If-Match` guards
 * - version      an immutable snapshot of a graph, numbered per form from 1
 * - live form    what a respondent's request must know of a form; the sessions service keeps it (docs/adr/0001)
 * - session      one respondent's walk through one version
 * - step         one `next`: an answer (or a skip) and the move to the next node
 * - response     a session as its owner reads it
 * - attachment   an integration that listens to a form's events
 *
 * Facts travel as rows, not as messages: a session's events are rows of its own transaction (`sessions.events`).
 */
import type { AnalyticsActions } from "./contract/analytics.ts";
import type { AuthActions } from "./contract/auth.ts";
import type { FormsActions } from "./contract/forms.ts";
import type { IntegrationsActions } from "./contract/integrations.ts";
import type { SessionsActions } from "./contract/sessions.ts";

export type { JsonText } from "../domain/json.ts";
export type { ExportPiece } from "./contract/analytics.ts";
export type { KeptAnswer, SignIn, UsageCount } from "./contract/auth.ts";
export type { Caller, Meta, Tagged } from "./contract/call.ts";
export type { AboutImage, FormReference, StoredImage } from "./contract/forms.ts";
export type {
  ClaimedEvent,
  FileReservation,
  FormPage,
  JoinableAction,
  JoinedCall,
  JoinedOutcome,
  LiveForm,
  OpenedFile,
  SessionChange,
  VersionGraph,
} from "./contract/sessions.ts";

export interface Actions extends AuthActions, FormsActions, SessionsActions, AnalyticsActions, IntegrationsActions {}

export type ActionName = keyof Actions & string;
