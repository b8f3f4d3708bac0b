import { idPattern } from "../../domain/formats.ts";
import { CalculationResults, ShownCalculation } from "../../domain/graph/shapes/calculation.ts";
import { PublicGraph } from "../../domain/graph/shapes/graph.ts";
import type { Json } from "../../domain/json.ts";
import { hiddenFieldLimit, languageTagLimit, pageNodeLimit, referenceLimit } from "../../domain/limits.ts";
import { Closed, EmailAddress, Nullable, type Static, Timestamp, Type, Uuid } from "../../domain/schema.ts";
import { ThemeReference } from "../../domain/theme/themes.ts";
import { bySessionFields } from "../lists.ts";
import { orderingsOf, pageKeyPattern, pageSizeLimit } from "../paging.ts";
import { answerFilterLimit } from "../parameters.ts";
import { AnnotationFilters, Annotations } from "./annotations.ts";
import { shownSettings } from "./formSettings.ts";

/** Responses for owners (spec §Session, decisions §6) and sessions for respondents (decisions §5). */
export const SessionStatus = Type.Enum(["completed", "in_progress", "abandoned"]);

/** An answer in the list: its stored value and its labels, truncated to 300 characters. */
export const ListedAnswer = Closed({ value: Type.Unsafe<Json>({}), text: Type.String() });

/** Origins of sessions (wants §25). */
export const sessionSources = ["respondent", "import"] as const;

export const SessionListItem = Closed({
  id: Uuid(),
  status: SessionStatus,
  source: Type.Enum([...sessionSources]),
  version_number: Type.Integer(),
  total_score: Type.Integer(),
  answers_count: Type.Integer(),
  duration_seconds: Nullable(Type.Integer()),
  started_at: Timestamp(),
  completed_at: Nullable(Timestamp()),
  /** of its answers: 1 until the first correction (features §18.1) */
  revision: Type.Integer({ minimum: 1 }),
  /** time of the newest correction */
  edited_at: Nullable(Timestamp()),
  /** of the personal link that started it; absent without one */
  reference: Type.Optional(Nullable(Type.String())),
  /** answers on the session's path by node id, only with `include=answers` */
  answers: Type.Optional(Type.Record(Type.String(), ListedAnswer)),
  /** that it was answered in last, only with `include=answers` and where its version has translations */
  language: Type.Optional(Type.String()),
});

export const Answer = Closed({
  id: Uuid(),
  node_id: Type.String(),
  question_type: Type.String(),
  answer: Type.Unsafe<Json>({}),
  score_awarded: Nullable(Type.Integer()),
  time_spent_seconds: Type.Integer(),
  shown_at: Timestamp(),
  answered_at: Timestamp(),
});

export const SessionDetail = Closed({
  ...SessionListItem.properties,
  score_breakdown: Type.Record(Type.String(), Type.Integer()),
  traversal_path: Type.Array(Type.String()),
  /** of the questions of each shuffled page that it met (wants §22); null without any */
  order: Nullable(Type.Record(Type.String(), Type.Array(Type.String()))),
  answers: Type.Array(Answer),
  hidden: Type.Record(Type.String(), Type.String()),
  metadata: Closed({ user_agent: Nullable(Type.String()) }),
  /** the language that it was answered in last */
  language: Nullable(Type.String()),
  /** of the personal link that started it; null without one, and if it was erased */
  reference: Nullable(Type.String()),
  calculations: CalculationResults,
});

/** A response for the form's members, which no receiver of events gets. */
export const ResponseDetail = Closed({ ...SessionDetail.properties, annotations: Annotations });

/** A BCP 47 tag, without a check of its form: it has to be one of the form's. */
const language = () => Type.String({ maxLength: languageTagLimit });

/** Filters of the list of responses and the export (spec §Sessions, decisions §6). */
export const ResponsesQuery = Closed({
  status: Type.Optional(SessionStatus),
  version: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
  language: Type.Optional(language()),
  /** of the personal link, as a whole, in any case */
  reference: Type.Optional(Type.String({ maxLength: referenceLimit })),
  source: Type.Optional(Type.Enum([...sessionSources])),
  started_at_from: Type.Optional(Type.String({ format: "date-or-time" })),
  started_at_to: Type.Optional(Type.String({ format: "date-or-time" })),
  /** one parameter per node: `answer.<node_id>` */
  answer: Type.Optional(
    Type.Record(Type.String({ pattern: idPattern }), Type.String({ minLength: 1, maxLength: 500 }), {
      maxProperties: answerFilterLimit,
    }),
  ),
});
/** `omit`: without personal data (wants §21.5). */
export const PersonalQuery = Closed({ personal: Type.Optional(Type.Enum(["omit"])) });
export const ResponseListQuery = Closed({
  ...ResponsesQuery.properties,
  ...PersonalQuery.properties,
  ...AnnotationFilters.properties,
  include: Type.Optional(Type.Enum(["answers"])),
  after: Type.Optional(Type.String({ pattern: pageKeyPattern, patternMessage: "must be the value in a `next` link" })),
});
/** Export accepts the list's paging and ordering without effect ("Same query parameters as the list", spec §Sessions). */
const noEffect = { description: "Accepted without effect. An export has all matches, newest first." };
export const ExportQuery = Closed({
  ...ResponsesQuery.properties,
  source: Type.Optional(Type.Enum([...sessionSources, "true"])),
  ...PersonalQuery.properties,
  ...AnnotationFilters.properties,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: pageSizeLimit, ...noEffect })),
  offset: Type.Optional(Type.Integer({ minimum: 0, ...noEffect })),
  page: Type.Optional(Type.Integer({ minimum: 1, ...noEffect })),
  ordering: Type.Optional(Type.Enum(orderingsOf(bySessionFields), noEffect)),
  include: Type.Optional(Type.Enum(["answers"], noEffect)),
  after: Type.Optional(Type.String({ ...noEffect })),
  format: Type.Optional(Type.Enum(["csv", "json", "xlsx", "zip"])),
  values: Type.Optional(Type.Enum(["raw", "labels"])),
  bom: Type.Optional(Type.Boolean()),
  scores: Type.Optional(Type.Boolean()),
  annotations: Type.Optional(Type.Boolean()),
  records: Type.Optional(Type.Enum(["rows"])),
  node_id: Type.Optional(Type.String({ pattern: idPattern })),
  search: Type.Optional(Type.String()),
  export_after: Type.Optional(Uuid()),
  export_version: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
});

/** A key that the client makes and the service stores hashed, so that a session's ID alone opens nothing. */
const clientKey = () =>
  Type.String({
    pattern: "^[A-Za-z0-9_-]{22,64}$",
    patternMessage: "must be 22–64 of A–Z, a–z, 0–9, - and _",
  });

export const StartBody = Closed({
  id: Type.Optional(Type.String({ format: "new-uuid" })),
  language: Type.Optional(language()),
  // no graph declares more hidden fields
  hidden: Type.Optional(Type.Record(Type.String(), Type.String(), { maxProperties: hiddenFieldLimit })),
  link: Type.Optional(Type.String({ maxLength: 100 })),
  if_running: Type.Optional(Type.Boolean()),
  challenge: Type.Optional(Type.String({ maxLength: 2000 })),
  resume_key: Type.Optional(clientKey()),
  edit_key: Type.Optional(clientKey()),
});
/** An ALTCHA challenge: the number whose SHA-256 with the salt is `challenge` (features §15). */
export const Challenge = Closed({
  algorithm: Type.Enum(["SHA-256"]),
  challenge: Type.String(),
  salt: Type.String(),
  maxnumber: Type.Integer(),
  signature: Type.String(),
});
export const ChallengeQuery = Closed({
  id: Type.String({
    format: "new-uuid",
    description: "ID of the session to start. The challenge is good for it alone.",
  }),
});
export const NextBody = Closed({
  node_id: Type.String(),
  value: Type.Optional(Type.Unsafe<Json>({})),
  back: Type.Optional(Type.Boolean()),
  language: Type.Optional(language()),
});
export const CompleteBody = Closed({ language: Type.Optional(language()) });
/** One of several answers. */
export const NodeAnswer = Closed({ node_id: NextBody.properties.node_id, value: NextBody.properties.value });

/** Several answers in their order, such as those of a page (features §11.3). */
export const AnswersBody = Closed({
  answers: Type.Array(NodeAnswer, { minItems: 1, maxItems: pageNodeLimit }),
  back: Type.Optional(Type.Boolean()),
  language: Type.Optional(language()),
});

export const Started = Closed({
  id: Uuid(),
  current_node_id: Type.String(),
  traversal_path: Type.Array(Type.String()),
  status: SessionStatus,
  started_at: Timestamp(),
  version_number: Type.Integer(),
  hidden: Type.Optional(Type.Record(Type.String(), Type.String())),
});
export const Next = Closed({
  next_node_id: Type.String(),
  is_complete: Type.Boolean(),
  traversal_path: Type.Array(Type.String()),
});
export const Completed = Closed({
  id: Uuid(),
  status: SessionStatus,
  completed_at: Timestamp(),
  end_node_id: Type.String(),
  /** null unless the end screen has `show_score` */
  total_score: Nullable(Type.Integer()),
  max_score: Type.Optional(Nullable(Type.Integer())),
  calculations: Type.Optional(Type.Array(ShownCalculation)),
});
/** Changes nothing unless the last answer leads to an end screen (features §11.3). */
export const AnswersQuery = Closed({ complete: Type.Optional(Type.Boolean()) });
/** The reply of the last answer. */
export const AnswersTaken = Closed({ ...Next.properties, completed: Type.Optional(Completed) });
export const Resumed = Closed({
  id: Uuid(),
  status: SessionStatus,
  current_node_id: Type.String(),
  traversal_path: Type.Array(Type.String()),
  version_number: Type.Integer(),
  form: Closed({ slug: Type.String() }),
});
/** Asks for an email with a link to finish later (wants §23). */
export const AskResumeBody = Closed({
  email: EmailAddress(),
  language: Type.Optional(language()),
});
export const OpenResumeBody = Closed({
  token: Type.String({ minLength: 1, maxLength: 200 }),
  key: Type.Optional(clientKey()),
});
/** A session with its answers, on the device that opened the link. */
export const ResumedWithAnswers = Closed({
  ...Resumed.properties,
  answers: Type.Record(Type.String(), Type.Unsafe<Json>({})),
  hidden: Type.Record(Type.String(), Type.String()),
  language: Nullable(Type.String()),
  files: Type.Optional(Type.Record(Type.String(), Closed({ name: Type.String(), size: Type.Integer() }))),
});
/** Places left of each limited option, by node id and value (wants §22). */
export const Places = Type.Record(Type.String(), Type.Record(Type.String(), Type.Integer({ minimum: 0 })), {
  examples: [{ shift: { morning: 3, evening: 0 } }],
});
/** A language that the form doesn't offer is as none: the form's own. */
export const PublicFormQuery = Closed({ lang: Type.Optional(Type.String()) });
export const PublicForm = Closed({
  form: Closed({
    id: Uuid(),
    slug: Type.String(),
    title: Type.String(),
    language: Type.String(),
    languages: Type.Optional(Type.Array(Type.String())),
    untranslated: Type.Optional(Type.Array(Type.String())),
    ...shownSettings,
  }),
  graph: PublicGraph,
  theme: ThemeReference,
  version_number: Type.Integer(),
  is_open: Type.Boolean(),
  /** null if it is in the past (decisions §9.2) */
  opens_at: Nullable(Timestamp()),
  closed_message: Nullable(Type.String()),
  ...shownSettings,
});

export type SessionStatus = Static<typeof SessionStatus>;
export type SessionListItem = Static<typeof SessionListItem>;
export type Answer = Static<typeof Answer>;
export type SessionDetail = Static<typeof SessionDetail>;
export type ResponseDetail = Static<typeof ResponseDetail>;
export type ResponsesQuery = Static<typeof ResponsesQuery>;
export type PersonalQuery = Static<typeof PersonalQuery>;
export type ResponseListQuery = Static<typeof ResponseListQuery>;
export type ExportQuery = Static<typeof ExportQuery>;
export type Challenge = Static<typeof Challenge>;
export type ChallengeQuery = Static<typeof ChallengeQuery>;
export type StartBody = Static<typeof StartBody>;
export type AnswersBody = Static<typeof AnswersBody>;
export type AnswersQuery = Static<typeof AnswersQuery>;
export type CompleteBody = Static<typeof CompleteBody>;
export type PublicFormQuery = Static<typeof PublicFormQuery>;
export type AnswersTaken = Static<typeof AnswersTaken>;
export type NextBody = Static<typeof NextBody>;
export type Started = Static<typeof Started>;
export type Next = Static<typeof Next>;
export type Completed = Static<typeof Completed>;
export type Places = Static<typeof Places>;
export type Resumed = Static<typeof Resumed>;
export type AskResumeBody = Static<typeof AskResumeBody>;
export type OpenResumeBody = Static<typeof OpenResumeBody>;
export type ResumedWithAnswers = Static<typeof ResumedWithAnswers>;
export type PublicForm = Static<typeof PublicForm>;
