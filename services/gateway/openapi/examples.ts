import type { Annotations } from "../../../shared/api/shapes/annotations.ts";
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
} from "../../../shared/api/shapes/auth.ts";
import type { Editable, Revision } from "../../../shared/api/shapes/corrections.ts";
import type { SessionEvent } from "../../../shared/api/shapes/events.ts";
import type { UploadedFile } from "../../../shared/api/shapes/files.ts";
import { defaultSettings } from "../../../shared/api/shapes/formSettings.ts";
import type {
  CopyFormBody,
  CreateFormBody,
  Draft,
  FormDetail,
  FormListItem,
  Label,
  MovedForm,
  MoveFormBody,
  Published,
  SaveDraftBody,
  SavedDraft,
  UpdateFormBody,
  Validation,
  Version,
  VersionDetail,
} from "../../../shared/api/shapes/forms.ts";
import type { Image } from "../../../shared/api/shapes/images.ts";
import type { ImportCause, ImportIssue, ImportResult } from "../../../shared/api/shapes/imports.ts";
import type {
  AttachBody,
  AttachedForm,
  Attachment,
  Consent,
  CreateIntegrationBody,
  Integration,
  UpdateAttachmentBody,
  UpdateIntegrationBody,
} from "../../../shared/api/shapes/integrations.ts";
import type {
  CreateLinkMailBody,
  LinkMailDelivery,
  LinkMailing,
  TestLinkMailBody,
} from "../../../shared/api/shapes/linkMails.ts";
import type { CreatedLinks, CreateLinksBody, Link, PublicLink } from "../../../shared/api/shapes/links.ts";
import type { Presence, PresenceBody } from "../../../shared/api/shapes/presence.ts";
import type { PublicResults, PutResultsBody, Results } from "../../../shared/api/shapes/results.ts";
import type { RetentionPreview } from "../../../shared/api/shapes/retention.ts";
import type { CreateViewBody, SavedView, UpdateViewBody } from "../../../shared/api/shapes/savedViews.ts";
import type {
  Answer,
  AnswersBody,
  AnswersTaken,
  AskResumeBody,
  Challenge,
  CompleteBody,
  Completed,
  Next,
  NextBody,
  OpenResumeBody,
  PublicForm,
  ResponseDetail,
  Resumed,
  ResumedWithAnswers,
  SessionDetail,
  SessionListItem,
  StartBody,
  Started,
} from "../../../shared/api/shapes/sessions.ts";
import type { Template, TemplateDetail } from "../../../shared/api/shapes/templates.ts";
import type {
  ConfirmTranslationsBody,
  LanguageBody,
  SavedLanguage,
  TranslationState,
} from "../../../shared/api/shapes/translations.ts";
import type { Change, Diff } from "../../../shared/domain/graph/shapes/diff.ts";
import type { Problem } from "../../../shared/domain/graph/shapes/problem.ts";
import type { CreateThemeBody, Theme, ThemeReference, UpdateThemeBody } from "../../../shared/domain/theme/themes.ts";
import { deliveryExamples } from "./examples/deliveries.ts";
import { figureExamples } from "./examples/figures.ts";
import { importExamples } from "./examples/imports.ts";
import { peopleExamples } from "./examples/people.ts";
import { securityExamples } from "./examples/security.ts";

/** The examples tell one story: a feedback form, its first version, and a respondent who scores 9. */
const created = "2026-01-31T09:00:00.000Z";
const modified = "2026-01-31T10:30:00.000Z";
const startedAt = "2026-01-31T12:00:00.000Z";
const answeredAt = "2026-01-31T12:01:10.000Z";
const completedAt = "2026-01-31T12:01:30.000Z";
const formId = "0b9c5f3e-8a1d-4e57-b1b0-5a0a3c1f7e01";
const themeId = "7f2f6f0e-2c53-4a0c-9f0b-8a4ea2f0b502";
const imageId = "2d5c9b1a-7e4f-4c3b-9a68-51f0e7d2c604";
const sessionId = "4be1b7a2-6a0e-4f6b-9a3e-0d8f0f1f2a11";
const integrationId = "c0a8012e-5b1c-4c7e-8e5f-2f6f3e9d4c21";
const slug = "customer-feedback-k3x9qa";
const title = "Customer feedback";

const graph = {
  schema_version: "2.0" as const,
  entry_node_id: "nps",
  fallback_end_node_id: "thanks",
  nodes: [
    {
      id: "nps",
      question_type: "opinion_scale",
      data: {
        title: "How likely are you to recommend us?",
        is_required: true,
        config: { min: 0, max: 10, scoring: { mode: "value", multiplier: 1 } },
      },
    },
    { id: "why", question_type: "long_text", data: { title: "What should we do better?", config: {} } },
    { id: "thanks", question_type: "end_screen", data: { title: "Thank you", config: { show_score: false } } },
  ],
  edges: [
    { from: "nps", to: "thanks", condition: { op: "gte", right: 9 } },
    { from: "nps", to: "why", condition: null },
    { from: "why", to: "thanks", condition: null },
  ],
};

const template: Template = {
  id: "nps",
  title: "Net Promoter Score (NPS)",
  description: "Ask how likely people are to recommend you, and why.",
  category: "feedback",
  language: "en",
  question_count: 2,
  theme: "Path",
  licence: null,
  source: null,
};
const themeReference: ThemeReference = {
  id: themeId,
  name: "Path",
  colors: { background: "#ffffff", text: "#1a1a1a", primary: "#3355ff", button_text: "#ffffff" },
  font: "Inter",
  logo_url: null,
  background_image_url: null,
  border_radius: 8,
  layout: "centered",
  scheme: "auto",
  background_style: "tint",
};
const author = { id: "5d6e7f80-9a1b-4c2d-8e3f-405162738495", name: "Ada Lovelace" };
const formListItem: FormListItem = {
  id: formId,
  title,
  slug,
  labels: ["Customers"],
  is_active: true,
  has_published_version: true,
  is_accepting_responses: true,
  published_version: 1,
  published_at: modified,
  has_unpublished_changes: false,
  draft_saved_at: modified,
  total_sessions: 12,
  completed_sessions: 9,
  completion_rate: 0.75,
  daily_completed: [0, 0, 1, 0, 2, 0, 0, 1, 1, 0, 2, 0, 1, 1],
  theme_colors: themeReference.colors,
  response_limit: null,
  opens_at: null,
  closes_at: null,
  created_by: author,
  created,
  modified,
};
const version: Version = {
  id: "a3d0c9b8-1f2e-4d3c-8b7a-6f5e4d3c2b1a",
  version_number: 1,
  status: "published",
  is_valid: true,
  published_at: modified,
  published_by: author,
  node_count: 3,
  edge_count: 3,
  is_current: true,
};
const answer: Answer = {
  id: "e1d2c3b4-a5f6-4789-9abc-def012345678",
  node_id: "nps",
  question_type: "opinion_scale",
  answer: 9,
  score_awarded: 9,
  time_spent_seconds: 70,
  shown_at: startedAt,
  answered_at: answeredAt,
};
const next: Next = { next_node_id: "thanks", is_complete: true, traversal_path: ["nps", "thanks"] };
const completed: Completed = {
  id: sessionId,
  status: "completed",
  completed_at: completedAt,
  end_node_id: "thanks",
  total_score: null,
};

const sessionListItem: SessionListItem = {
  source: "respondent",
  id: sessionId,
  status: "completed",
  version_number: 1,
  total_score: 9,
  answers_count: 1,
  duration_seconds: 90,
  started_at: startedAt,
  completed_at: completedAt,
  revision: 1,
  edited_at: null,
};
const sessionDetail: SessionDetail = {
  ...sessionListItem,
  score_breakdown: { nps: 9 },
  traversal_path: ["nps", "thanks"],
  order: null,
  answers: [answer],
  hidden: { plan: "pro" },
  metadata: { user_agent: "Mozilla/5.0" },
  language: null,
  reference: null,
  calculations: { satisfaction: { value: 9, band: "promoter" } },
};
const annotations = { tags: ["Call back"], note: "Asked for an offer.", is_flagged: true } satisfies Annotations;
const user: User = {
  id: "5d6e7f80-9a1b-4c2d-8e3f-405162738495",
  email: "ada@example.com",
  name: "Ada Lovelace",
  account_id: "9f8e7d6c-5b4a-4392-8170-6f5e4d3c2b10",
  created,
  email_verified: true,
  has_password: true,
  has_second_factor: false,
  sso: null,
  default_workspace_id: "9f8e7d6c-5b4a-4392-8170-6f5e4d3c2b10",
  workspace: {
    id: "9f8e7d6c-5b4a-4392-8170-6f5e4d3c2b10",
    name: "Research",
    role: "editor",
    responses: "read",
    lacks_second_factor: false,
    deletes_at: null,
    capabilities: ["forms:read", "forms:write", "insights:read", "responses:read", "integrations:read", "members:read"],
    forms: null,
  },
};
const apiKey: ApiKey = {
  id: "1c2d3e4f-5061-4728-9394-a5b6c7d8e9f0",
  name: "Reports",
  prefix: "pf_8GhT2kLm",
  created,
  last_used: null,
  expires: "2027-01-31T00:00:00.000Z",
  status: "active",
  scopes: ["responses:read"],
  form_ids: null,
  allowed_addresses: null,
  created_by: { id: "5d6e7f80-9a1b-4c2d-8e3f-405162738495", name: "Ada Lovelace" },
};
const problem: Problem = {
  code: "dead_end",
  severity: "error",
  node_id: "why",
  path: "/nodes/1",
  reason: { kind: "dead_end" },
  message: "no outgoing edge and no default end screen",
  example: { answers: { nps: 3, why: "It is slow." } },
};
const change: Change = {
  subject: "node",
  node_id: "nps",
  edge_index: null,
  change: "changed",
  field: "data.config.scoring.multiplier",
  before: 1,
  after: 10,
  impact: "breaking",
  why: "The same answer earns different points. Totals can't be compared.",
};
const attachment: Attachment = {
  id: "3a4b5c6d-7e8f-4901-a2b3-c4d5e6f70819",
  integration_id: integrationId,
  integration_name: "Our CRM",
  integration_type: "webhook",
  events: ["session.completed"],
  is_enabled: true,
  notify_on_failure: false,
  condition: { left: { type: "score" }, op: "gte", right: 9 },
  personal: "include",
  created,
};

const link: Link = {
  id: "7b1c2d3e-4f50-4a61-8b72-9c83ad94be05",
  reference: "ada@example.com",
  email: "ada@example.com",
  language: null,
  url: `https://forms.example.com/f/customer-survey?link=${"x".repeat(43)}`,
  hidden: { plan: "pro" },
  prefill: { nps: 9 },
  expires_at: null,
  max_responses: 1,
  responses_count: 0,
  status: "unused",
  mail: { status: "none", last_sent_at: null, sent_count: 0 },
  created,
};

const linkLetter = {
  subject: "How was {{hidden:course}}?",
  text: "Hello {{hidden:first_name}},\n\nhow was the course? It takes five minutes to answer.",
};

/** Examples by shape name (components.ts). A changed shape with an outdated example doesn't compile. */
const formDetail = {
  ...formListItem,
  theme: themeReference,
  ...defaultSettings,
} satisfies FormDetail;

export const examples = {
  CreateLinksBody: {
    links: [{ reference: "ada@example.com", hidden: { plan: "pro" }, prefill: { nps: 9 } }],
  } satisfies CreateLinksBody,
  CreatedLinks: { results: [link] } satisfies CreatedLinks,
  CreateLinkMailBody: {
    ...linkLetter,
    filter: { status: "unanswered" },
    remind_after_days: [3, 7],
  } satisfies CreateLinkMailBody,
  TestLinkMailBody: linkLetter satisfies TestLinkMailBody,
  LinkMailing: {
    id: "8c2d3e4f-5061-4b72-9c83-ad94be05cf16",
    name: "First round",
    subject: linkLetter.subject,
    status: "sending",
    counts: {
      recipients: 480,
      sent: 120,
      waiting: 359,
      failed: 1,
      reminders_planned: 958,
      left_out: { no_address: 3, unsubscribed: 1, undeliverable: 0, answered: 12, expired: 0, revoked: 4, invited: 0 },
    },
    next_reminder_at: null,
    created,
  } satisfies LinkMailing,
  LinkMailDelivery: {
    id: "9d3e4f50-6172-4c83-ad94-be05cf1627d8",
    link_id: link.id,
    reference: link.reference,
    event: "link.invited",
    status: "success",
    response_code: 250,
    duration_ms: 84,
    created,
    attempt: 1,
    next_attempt_at: null,
    error_message: null,
  } satisfies LinkMailDelivery,
  Link: link,
  LinkCounts: { unused: 1, started: 0, completed: 0, expired: 0, revoked: 0, undeliverable: 0 },
  PublicLink: {
    slug: "customer-survey",
    status: "unused",
    prefill: { nps: 9 },
    hidden: {},
    language: null,
  } satisfies PublicLink,
  RegisterBody: { email: user.email, password: "a long password", name: user.name } satisfies RegisterBody,
  LoginBody: { email: user.email, password: "a long password" } satisfies LoginBody,
  EntryOptions: {
    signup_open: true,
    mail: true,
    setup_required: false,
    workspace_creation: "owners",
    sso: { name: "Northwind ID", only: false, auto: false },
  } satisfies EntryOptions,
  ForgotBody: { email: user.email } satisfies ForgotBody,
  ResetBody: { token: "x".repeat(43), password: "another long password" } satisfies ResetBody,
  UpdateMeBody: { name: "Countess Lovelace" } satisfies UpdateMeBody,
  User: user,
  CreateKeyBody: { name: apiKey.name, expires: apiKey.expires } satisfies CreateKeyBody,
  ApiKey: apiKey,
  CreatedApiKey: { ...apiKey, key: `${apiKey.prefix}_${"x".repeat(40)}` } satisfies CreatedApiKey,

  CreateThemeBody: { name: "Night", colors: { background: "#101020", text: "#ffffff" } } satisfies CreateThemeBody,
  UpdateThemeBody: { border_radius: 0 } satisfies UpdateThemeBody,
  Theme: { ...themeReference, created, modified } satisfies Theme,
  ThemeReference: themeReference,
  Label: { label: "Customers", forms_count: 3 } satisfies Label,
  Template: template,
  TemplateDetail: { ...template, graph } satisfies TemplateDetail,
  Image: {
    id: imageId,
    url: `https://forms.example.com/api/v2/r/image/${imageId}/`,
    content_type: "image/webp",
    size: 48_213,
    width: 1_200,
    height: 630,
  } satisfies Image,

  CreateFormBody: { title } satisfies CreateFormBody,
  MoveFormBody: { workspace_id: "0b6f1d1e-6a43-4f0e-9a52-0f8f6a5b7c3d", is_dry_run: true } satisfies MoveFormBody,
  CopyFormBody: { title: "Customer feedback 2027", from: "draft" } satisfies CopyFormBody,
  UpdateFormBody: { is_accepting_responses: true, response_limit: 500 } satisfies UpdateFormBody,
  FormListItem: formListItem,
  FormDetail: formDetail,
  MovedForm: { form: formDetail, left: [{ kind: "attachment", name: "Receiver" }] } satisfies MovedForm,
  SaveDraftBody: { title, graph } satisfies SaveDraftBody,
  SavedDraft: { graph, last_saved_at: modified } satisfies SavedDraft,
  Draft: { title, graph, last_saved_at: modified, saved_by: author, problems: [] } satisfies Draft,
  ImportResult: {
    format: "xlsform",
    title,
    language: "en",
    graph,
    translations_count: 0,
    counts: { found: 4, converted: 3, changed: 0, lost: 1 },
    issues: [
      {
        severity: "lost",
        code: "metadata",
        source: "survey row 2",
        node_id: null,
        path: null,
        reason: null,
        message: "The metadata “start” isn't collected.",
      },
    ],
    causes: [
      {
        code: "metadata",
        message: "The metadata “start” isn't collected.",
        issues_count: 1,
        node_ids: [],
      },
    ],
  } satisfies ImportResult,
  ImportCause: {
    code: "condition",
    message: "12 parts depend on the calculation “risk”. Set “Show this only if…” of these questions in the builder.",
    issues_count: 12,
    node_ids: ["smokes", "drinks"],
  } satisfies ImportCause,
  ImportIssue: {
    severity: "changed",
    code: "time",
    source: "survey row 7",
    node_id: "arrival",
    path: "/nodes/4",
    reason: null,
    message: "Converted to short text. Questions of type time aren't supported.",
  } satisfies ImportIssue,
  Problem: problem,
  Validation: { is_valid: false, problems: [problem] } satisfies Validation,
  Published: { version_number: 1, published_at: modified, problems: [] } satisfies Published,
  Version: version,
  Change: change,
  FormElsewhere: { losses: [{ node_id: "talks", reason: "Its unit “talks” isn't shown." }] },
  Diff: { from: 1, to: "draft", is_breaking: true, changes: [change] } satisfies Diff,
  VersionDetail: { ...version, graph } satisfies VersionDetail,

  SessionListItem: { ...sessionListItem, answers: { nps: { value: 9, text: "9" } } },
  SessionDetail: sessionDetail,
  ResponseDetail: { ...sessionDetail, annotations } satisfies ResponseDetail,
  AnnotateBody: annotations,
  Annotations: annotations,
  EditBody: { answers: { nps: 10 } },
  RetentionPreview: {
    count: 3,
    oldest: startedAt,
    by_month: [{ month: startedAt.slice(0, 7), count: 3 }],
  } satisfies RetentionPreview,
  Editable: { answers: { nps: 10 }, traversal_path: ["nps", "thanks"], editable_until: completedAt } satisfies Editable,
  PresenceBody: { client_id: "9f1d6c6e-5b38-4f1c-8f0e-6f0c3f6a7b55", node_id: "nps" } satisfies PresenceBody,
  Presence: {
    people: [{ id: "6a8f5d0e-2f4b-4a57-9d0c-1f3b7c9e2d44", name: "Mira Kask", node_id: "why" }],
    etag: '"1f0c2d3e-4"',
    saved_by: { id: "6a8f5d0e-2f4b-4a57-9d0c-1f3b7c9e2d44", name: "Mira Kask" },
  } satisfies Presence,
  CreateViewBody: {
    name: "Open complaints",
    filters: { status: "completed", tag: ["complaint"] },
  } satisfies CreateViewBody,
  UpdateViewBody: { name: "Complaints", ordering: "-total_score" } satisfies UpdateViewBody,
  SavedView: {
    id: "2b1f6c0e-7d13-4f0c-8e0b-3c5ea2f0b611",
    name: "Open complaints",
    filters: { status: "completed", tag: ["complaint"] },
    ordering: "-started_at",
    columns: { order: ["answer.nps"], shown: { "answer.nps": true } },
    created,
    modified,
  } satisfies SavedView,
  PutResultsBody: { node_ids: ["nps"], title: "Your answers", expires_at: null } satisfies PutResultsBody,
  Results: {
    url: "https://forms.example.com/results/4mXb2Lq9TfZ0uWcR7sKdPa",
    title: "Your answers",
    node_ids: ["nps"],
    expires_at: null,
    created,
  } satisfies Results,
  PublicResults: {
    title: "Your answers",
    updated_at: completedAt,
    completed: 48,
    questions: [
      {
        node_id: "color",
        title: "Which color do you like?",
        question_type: "multiple_choice",
        answered: 46,
        counts: [
          { value: "red", label: "Red", count: 31 },
          { value: "blue", label: "Blue", count: 15 },
        ],
      },
    ],
  } satisfies PublicResults,
  CorrectBody: { answers: { nps: 10 }, reason: "Told us on the phone" },
  Revision: {
    revision: 2,
    edited_at: completedAt,
    editor: { kind: "owner", name: "Ada Lovelace" },
    reason: "Told us on the phone",
    changes: [{ node_id: "nps", before: 9, after: 10 }],
  } satisfies Revision,
  Answer: answer,
  PublicForm: {
    form: { id: formId, slug, title, language: "en" },
    graph,
    theme: themeReference,
    version_number: 1,
    is_open: true,
    opens_at: null,
    closed_message: null,
  } satisfies PublicForm,
  Challenge: {
    algorithm: "SHA-256",
    challenge: "c9a3f0d1b2e4567890abcdef1234567890abcdef1234567890abcdef12345678",
    salt: "5f1c6a0e9b7d2c43?expires=1781257800&form=2c9f&id=0190",
    maxnumber: 50_000,
    signature: "7d1f0e2c3b4a5968778695a4b3c2d1e0f0e1d2c3b4a5968778695a4b3c2d1e0f",
  } satisfies Challenge,
  StartBody: {} satisfies StartBody,
  Started: {
    id: sessionId,
    current_node_id: "nps",
    traversal_path: ["nps"],
    status: "in_progress",
    started_at: startedAt,
    version_number: 1,
  } satisfies Started,
  NextBody: { node_id: "nps", value: 9 } satisfies NextBody,
  AnswersBody: {
    answers: [
      { node_id: "nps", value: 6 },
      { node_id: "why", value: "Reply faster." },
    ],
  } satisfies AnswersBody,
  TranslationState: {
    languages: [{ tag: "de", done: 11, missing: 1, changed: 1 }],
    changed: { de: { "nps.title": { source: "How likely are you to recommend us?", at: startedAt } } },
  } satisfies TranslationState,
  LanguageBody: { texts: { "nps.title": "Wie wahrscheinlich empfiehlst du uns weiter?" } } satisfies LanguageBody,
  SavedLanguage: { last_saved_at: startedAt } satisfies SavedLanguage,
  ConfirmTranslationsBody: { language: "de", keys: ["nps.title"] } satisfies ConfirmTranslationsBody,
  CompleteBody: {} satisfies CompleteBody,
  Next: next,
  Completed: completed,
  AnswersTaken: { ...next, completed } satisfies AnswersTaken,
  Resumed: {
    id: sessionId,
    status: "in_progress",
    current_node_id: "nps",
    traversal_path: ["nps"],
    version_number: 1,
    form: { slug },
  } satisfies Resumed,
  AskResumeBody: { email: "ada@example.com" } satisfies AskResumeBody,
  OpenResumeBody: { token: "x".repeat(54), key: "0b6f1d1e-6a43-4f0e-9a52-0f8f6a5b7c3d" } satisfies OpenResumeBody,
  ResumedWithAnswers: {
    id: sessionId,
    status: "in_progress",
    current_node_id: "why",
    traversal_path: ["nps", "why"],
    version_number: 1,
    form: { slug },
    answers: { nps: 6 },
    hidden: {},
    language: null,
  } satisfies ResumedWithAnswers,

  UploadedFile: {
    url: "https://pathform.example.com/api/v2/file/8d9e0f1a-2b3c-4d4e-8f50-617283940a5b/",
    name: "receipt.pdf",
    size: 48_213,
    content_type: "application/pdf",
  } satisfies UploadedFile,

  CreateIntegrationBody: {
    name: "Our CRM",
    config: { url: "https://example.com/hooks/pathform", verify_ssl: true },
  } satisfies CreateIntegrationBody,
  Consent: {
    url: "https://app.hubspot.com/oauth/authorize?response_type=code&client_id=…&state=…&code_challenge=…",
  } satisfies Consent,
  UpdateIntegrationBody: { name: "Our new CRM" } satisfies UpdateIntegrationBody,
  Integration: {
    id: integrationId,
    type: "webhook",
    name: "Our CRM",
    config: { url: "https://example.com/hooks/pathform", verify_ssl: true },
    status: "connected",
    created,
    modified,
    last_delivery: { status: "success", created: completedAt },
    health: { delivered: 1204, failed: 1, pending: 0 },
  } satisfies Integration,
  AttachBody: { integration_id: integrationId, events: ["session.completed"] } satisfies AttachBody,
  UpdateAttachmentBody: { notify_on_failure: true } satisfies UpdateAttachmentBody,
  Attachment: attachment,
  AttachedForm: {
    slug,
    title,
    is_active: true,
    attachment_id: attachment.id,
    events: attachment.events,
    is_enabled: true,
    created,
  } satisfies AttachedForm,

  ...deliveryExamples,
  ...importExamples,
  ...peopleExamples,
  ...securityExamples,
  ...figureExamples,

  SessionEvent: {
    type: "session.completed",
    id: "6b7c8d9e-0f1a-4b2c-9d3e-4f5061728394",
    timestamp: completedAt,
    data: { form: { id: formId, slug, title }, session: sessionDetail },
  } satisfies SessionEvent,
};
