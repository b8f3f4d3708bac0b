import type { TOptional } from "typebox";
import { Nullable, type Static, Timestamp, type TSchema, Type } from "../../domain/schema.ts";

/**
 * The settings of a form: fields that its owners write with POST and PATCH and respondents' requests obey (decisions §3). A row says
 * all that requests, answers, copies, the audit log and the two services' tables need to know (CONTRIBUTING: form setting).
 */
interface Row<S extends TSchema> {
  /** its text in the API document for owners */
  text: string;
  /** of a form that is created without it */
  default: Static<S>;
  /** A copy of the form has it too. */
  isCopied: boolean;
}

type Parts = {
  /** the schema of responses, if it is wider than that of requests */
  answered?: TSchema;
  /** a timestamp, which is a `Date` in rows */
  isTime?: true;
} & (
  | { shown?: never; shownText?: never }
  /** Respondents' clients get its values, and nothing if it is the default. */
  | { shown: TSchema; shownText: string }
);

const setting = <S extends TSchema, P extends Parts>(schema: S, row: Row<S> & P): { schema: S } & Row<S> & P => ({
  schema,
  ...row,
});

export const formSettings = {
  is_accepting_responses: setting(Type.Boolean(), {
    text: "False if the owner closed the form.",
    default: true,
    isCopied: true,
  }),
  response_limit: setting(Nullable(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })), {
    answered: Nullable(Type.Integer()),
    text: "Number of completed sessions after which the form closes. Null for no limit.",
    default: null,
    isCopied: false,
  }),
  opens_at: setting(Nullable(Timestamp()), {
    text: "Time when the form starts to accept responses. Null for now.",
    default: null,
    isCopied: false,
    isTime: true,
  }),
  closes_at: setting(Nullable(Timestamp()), {
    text: "Time when the form stops accepting responses. Null for never.",
    default: null,
    isCopied: false,
    isTime: true,
  }),
  closed_message: setting(Nullable(Type.String({ maxLength: 500 })), {
    answered: Nullable(Type.String()),
    text: "Text that respondents see while the form is closed. Null for the default text.",
    default: null,
    isCopied: true,
  }),
  is_active: setting(Type.Boolean(), {
    text: "False if the form is archived. An archived form accepts no responses.",
    default: true,
    isCopied: false,
  }),
  /** BCP 47 */
  language: setting(Type.String({ format: "language", maxLength: 35 }), {
    text: "A language tag (BCP 47) such as en or de-CH.",
    default: "en",
    isCopied: true,
  }),
  /** origins that can embed the form's page; `["*"]` for all */
  embed_origins: setting(Type.Array(Type.String({ format: "origin", maxLength: 255 }), { maxItems: 20 }), {
    text: "Origins of websites that can embed the form. `*` allows every website.",
    default: ["*"],
    isCopied: true,
  }),
  /** `challenge`: sessions start only with the solution of a challenge (features §15). */
  bot_protection: setting(Type.Enum(["off", "challenge"]), {
    shown: Type.Enum(["challenge"]),
    text: "With `challenge`, a session starts only with the solution of a challenge, which the form's page solves.",
    shownText: "`challenge` if a session starts only with the solution of a challenge. Absent otherwise.",
    default: "off",
    isCopied: true,
  }),
  /** `link`: sessions start only by a personal link (features §15). */
  access: setting(Type.Enum(["anyone", "link"]), {
    shown: Type.Enum(["link"]),
    text: "With `link`, a session starts only by a personal link.",
    shownText: "`link` if a session starts only by a personal link. Absent otherwise.",
    default: "anyone",
    isCopied: true,
  }),
  /** `mail`: respondents can email themselves a link to finish later (wants §23). */
  resume: setting(Type.Enum(["device", "mail"]), {
    shown: Type.Enum(["mail"]),
    text: "With `mail`, respondents can email themselves a link to finish on another device. Needs a mail server.",
    shownText: "`mail` if respondents can ask for a link to finish later. Absent otherwise.",
    default: "device",
    isCopied: true,
  }),
  /** minutes after completion in which the respondent can change answers on the same device (features §18.1) */
  edit_window_minutes: setting(Type.Integer({ minimum: 0, maximum: 525_600 }), {
    shown: Type.Integer({ minimum: 1 }),
    text: "For so many minutes after completing, respondents can change their answers on the same device. 0 for never.",
    shownText:
      "For so many minutes after completing, answers can be changed with the session's `edit_key`. Absent if never.",
    default: 0,
    isCopied: true,
  }),
  /** days without activity after which a session is erased (wants §21.4) */
  retention_days: setting(Nullable(Type.Integer({ minimum: 1, maximum: 3650 })), {
    answered: Nullable(Type.Integer()),
    text: "Days without activity after which a response is deleted, with its files and emails. Setting or shortening it deletes nothing for 24 hours. Null keeps responses, up to `RETENTION_DAYS_MAX` of the server.",
    default: null,
    isCopied: true,
  }),
  /** days without activity after which the answers to personal questions are erased (wants §21.5) */
  personal_retention_days: setting(Nullable(Type.Integer({ minimum: 1, maximum: 3650 })), {
    answered: Nullable(Type.Integer()),
    text: "Days without activity after which the answers to questions that are personal data are deleted, with their files and history. Scores, the path and all other answers stay. Setting or shortening it deletes nothing for 24 hours. Null keeps them as long as the response.",
    default: null,
    isCopied: true,
  }),
  /** The form's page lists all answers before it sends them (wants §21.2). */
  review: setting(Type.Boolean(), {
    shown: Type.Literal(true),
    text: "With true, the form's page lists all answers after the last question, to check them before they are sent.",
    shownText: "True if the form's page lists all answers before it completes the session. Absent otherwise.",
    default: false,
    isCopied: true,
  }),
};

type Table = typeof formSettings;
export type SettingName = keyof Table;
/** Names of those whose row has a part. */
type With<Part extends keyof Parts> = {
  [K in SettingName]: Table[K] extends Record<Part, unknown> ? K : never;
}[SettingName];
type Answered<K extends SettingName> = Table[K] extends { answered: infer S } ? S : Table[K]["schema"];

/** A form's settings in the API and on the bus. */
export type FormSettings = { [K in SettingName]: Static<Table[K]["schema"]> };
/** A form's settings in a row of a table. */
export type StoredSettings = { [K in SettingName]: K extends With<"isTime"> ? Date | null : FormSettings[K] };
/** Settings as respondents' clients get them. */
type ShownSettings = {
  [K in With<"shown">]?: Table[K] extends { shown: infer S extends TSchema } ? Static<S> : never;
};

const rows: Record<SettingName, { schema: TSchema } & Row<TSchema> & Parts> = formSettings;
export const settingNames = Object.keys(rows) as SettingName[];

const madeOf = <T>(names: SettingName[], value: (name: SettingName) => unknown): T =>
  Object.fromEntries(names.map((name) => [name, value(name)])) as T;

const shownNames = settingNames.filter((name) => rows[name].shown);

/** Properties of requests. */
export const writableSettings = madeOf<{ [K in SettingName]: TOptional<Table[K]["schema"]> }>(settingNames, (name) =>
  Type.Optional(rows[name].schema),
);
/** Properties of responses to owners. */
export const answeredSettings = madeOf<{ [K in SettingName]: Answered<K> }>(
  settingNames,
  (name) => rows[name].answered ?? rows[name].schema,
);
/** Properties of responses to respondents' clients. */
export const shownSettings = madeOf<{
  [K in With<"shown">]: Table[K] extends { shown: infer S extends TSchema } ? TOptional<S> : never;
}>(shownNames, (name) => Type.Optional(rows[name].shown as TSchema));

/** Texts of the API about the properties of requests and of responses to owners. */
export const settingTexts = madeOf<Record<SettingName, string>>(settingNames, (name) => rows[name].text);
/** Texts about the properties of responses to respondents' clients. */
export const shownSettingTexts = madeOf<Record<With<"shown">, string>>(shownNames, (name) => rows[name].shownText);

/** Settings of a form that is created without any. They have no times, so they are those of a row as well. */
export const defaultSettings = madeOf<FormSettings & StoredSettings>(settingNames, (name) => rows[name].default);

/** Returns the settings of a row. */
export const storedSettings = (row: StoredSettings): StoredSettings => madeOf(settingNames, (name) => row[name]);

/** Returns those settings of a row that a copy of the form has too. */
export const copiedSettings = (row: StoredSettings): Partial<StoredSettings> =>
  madeOf(
    settingNames.filter((name) => rows[name].isCopied),
    (name) => row[name],
  );

/** Returns the settings of a row as the API and the bus have them. */
export const settingsOfRow = (row: StoredSettings): FormSettings =>
  madeOf(settingNames, (name) => {
    const value = row[name];
    return value instanceof Date ? value.toISOString() : value;
  });

/** Returns the settings that a request's body has, as a row stores them. */
export const settingsOfBody = (body: Partial<FormSettings>): Partial<StoredSettings> =>
  madeOf(
    settingNames.filter((name) => body[name] !== undefined),
    (name) => (rows[name].isTime && body[name] !== null ? new Date(body[name] as string) : body[name]),
  );

/** Returns the settings of a row as respondents' clients get them. */
export const settingsToShow = (row: StoredSettings): ShownSettings =>
  madeOf(
    shownNames.filter((name) => row[name] !== rows[name].default),
    (name) => row[name],
  );
