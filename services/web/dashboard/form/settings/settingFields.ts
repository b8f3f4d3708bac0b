import type { FormSettings, SettingName } from "../../../../../shared/api/shapes/formSettings.ts";
import * as words from "../../../strings/en/dashboard/formSettings.ts";

/** Facts that hints name. */
interface Known {
  /** the browser's time zone */
  zone: string;
  /** number of completed responses */
  completed: number;
  /** the server can send email */
  hasMail: boolean;
}

export interface Labeled {
  label: string;
  hint: string | ((known: Known) => string);
}

/** A field whose text means a value, and is empty for null. Other text than a number is sent as typed, so the API explains it. */
export interface TextSetting extends Labeled {
  kind: "text" | "number" | "time";
  maxLength?: number;
  /** height in lines */
  rows?: number;
}

export interface SwitchSetting<T = unknown> extends Labeled {
  kind: "switch";
  /** its values */
  on: T;
  off: T;
}

/** A duration of one of these, or the one that it has. */
export interface DurationSetting<T = number | null> extends Labeled {
  kind: "duration";
  /** minutes of the value 1 */
  unit: number;
  /** from short to long */
  options: readonly T[];
  /** the name of 0 or null, which means no duration */
  never: string;
}

/** An editor of its own, in another place of the page or on another page. */
interface OwnSetting {
  kind: "own";
}

/** Fields that a setting's values allow. */
type Field<T> =
  | SwitchSetting<T>
  | OwnSetting
  | (NonNullable<T> extends number ? DurationSetting<T> : never)
  | (null extends T ? TextSetting & { kind: KindOf<NonNullable<T>> } : never);
type KindOf<T> = number extends T ? "number" : "text" | "time";

/** How each setting is edited, in the order of the page. */
export const settingFields = {
  is_accepting_responses: {
    kind: "switch",
    on: true,
    off: false,
    label: words.accepting,
    hint: words.acceptingHint,
  },
  opens_at: { kind: "time", label: words.opens, hint: ({ zone }: Known) => words.timeHint(zone) },
  closes_at: { kind: "time", label: words.closes, hint: ({ zone }: Known) => words.timeHint(zone) },
  response_limit: {
    kind: "number",
    label: words.limit,
    hint: ({ completed }: Known) => words.limitHint(completed),
    maxLength: 12,
  },
  closed_message: {
    kind: "text",
    label: words.closedMessage,
    hint: words.closedMessageHint,
    rows: 3,
    maxLength: 500,
  },
  bot_protection: {
    kind: "switch",
    on: "challenge",
    off: "off",
    label: words.botProtection,
    hint: words.botProtectionHint,
  },
  resume: {
    kind: "switch",
    on: "mail",
    off: "device",
    label: words.finishLater,
    hint: ({ hasMail }: Known) => words.finishLaterHint(hasMail),
  },
  review: { kind: "switch", on: true, off: false, label: words.review, hint: words.reviewHint },
  edit_window_minutes: {
    kind: "duration",
    unit: 1,
    options: [0, 60, 1_440, 10_080, 43_200, 525_600],
    never: words.never,
    label: words.editWindow,
    hint: words.editWindowHint,
  },
  retention_days: {
    kind: "duration",
    unit: 1_440,
    options: [30, 90, 180, 365, 730, 1_825, 3_650, null],
    never: words.forever,
    label: words.retention,
    hint: words.retentionHint,
  },
  personal_retention_days: {
    kind: "duration",
    unit: 1_440,
    options: [7, 30, 90, 180, 365, 730, null],
    never: words.withResponse,
    label: words.personalRetention,
    hint: words.personalRetentionHint,
  },
  is_active: { kind: "own" },
  language: { kind: "own" },
  embed_origins: { kind: "own" },
  access: { kind: "own" },
} as const satisfies { [K in SettingName]: Field<FormSettings[K]> };

type Table = typeof settingFields;
type Named<Kind> = { [K in SettingName]: Table[K] extends { kind: Kind } ? K : never }[SettingName];
export type SwitchName = Named<SwitchSetting["kind"]>;
export type TextName = Named<TextSetting["kind"]>;
export type DurationName = Named<DurationSetting["kind"]>;

/** The fields of settings, as the page holds them: a time is `YYYY-MM-DDThh:mm` in the browser's time zone. */
export type GenericFields = Record<SwitchName, boolean> & Record<TextName | DurationName, string>;

/** Settings with a field of a common kind, in the order of the page. */
export const genericFields = Object.entries(settingFields).filter(([, { kind }]) => kind !== "own") as (
  | [SwitchName, SwitchSetting]
  | [TextName, TextSetting]
  | [DurationName, DurationSetting]
)[];

export type Generic = (typeof genericFields)[number];

const whenOpen: ReadonlySet<SettingName> = new Set([
  "is_accepting_responses",
  "opens_at",
  "closes_at",
  "response_limit",
  "closed_message",
]);
/** When people can respond, and how they do. */
export const availabilityFields = genericFields.filter(([name]) => whenOpen.has(name));
export const responseFields = genericFields.filter(([name]) => !whenOpen.has(name));

export const isSwitch = (entry: Generic): entry is [SwitchName, SwitchSetting] => entry[1].kind === "switch";
export const isDuration = (entry: Generic): entry is [DurationName, DurationSetting] => entry[1].kind === "duration";

/** Returns the settings as the page's fields. */
export const fieldsOfSettings = (settings: FormSettings): GenericFields =>
  Object.fromEntries(
    genericFields.map((entry) => {
      const value = settings[entry[0]];
      return [entry[0], isSwitch(entry) ? value === entry[1].on : textOf(entry[1].kind, value)];
    }),
  ) as GenericFields;

/** Returns the settings that the changed fields mean. */
export const settingsOfFields = (changes: Partial<GenericFields>): Partial<FormSettings> =>
  Object.fromEntries(
    genericFields.flatMap((entry) => {
      const value = changes[entry[0]];
      if (value === undefined) return [];
      return [[entry[0], isSwitch(entry) ? entry[1][value ? "on" : "off"] : valueFrom(entry[1].kind, String(value))]];
    }),
  );

const textOf = (kind: (TextSetting | DurationSetting)["kind"], value: unknown): string =>
  kind === "time" ? localTime(value as string | null) : String(value ?? "");

function valueFrom(kind: (TextSetting | DurationSetting)["kind"], text: string): string | number | null {
  if (kind === "time") return timestampOf(text);
  return kind === "number" || kind === "duration" ? numberOf(text.trim()) : text || null;
}

const numberOf = (text: string): string | number | null => (/^\d{1,12}$/.test(text) ? Number(text) : text || null);

/** Returns the value of a `datetime-local` field. */
export function localTime(timestamp: string | null): string {
  if (timestamp === null) return "";
  const time = new Date(timestamp);
  const two = (number: number) => String(number).padStart(2, "0");
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`;
}

function timestampOf(local: string): string | null {
  const time = new Date(local);
  return local === "" || Number.isNaN(time.getTime()) ? null : time.toISOString();
}
