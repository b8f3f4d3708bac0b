import * as words from "../../strings/en/dashboard/filters.ts";
import { statuses } from "../../strings/en/dashboard/responses.ts";
import { shortDayText, shortTimeText } from "../../ui/dates.ts";
import { englishName } from "../../ui/languageNames.ts";
import { presetRange, type SessionFilters } from "../form/sessionFilters.ts";
import { dayEnd, dayOf, dayStart, isUtcDay } from "../url/days.ts";

/** An active filter: its text, and the change that removes it. */
export interface Chip {
  id: string;
  label: string;
  without: SessionFilters;
}

export type AnswerText = (nodeId: string, value: string) => string;

export type PresetDays = keyof typeof words.presets;

/**
 * `answerText`: returns a question and answer as people see them. Unknown filters get a chip too, so that each can be
 * removed.
 */
export function chipsOf(filters: SessionFilters, now: Date, answerText: AnswerText): Chip[] {
  const {
    status,
    version,
    language,
    started_at_from: from,
    started_at_to: to,
    tag,
    is_flagged,
    reference,
    search: _,
    ...others
  } = filters;
  return [
    ...(status ? [{ id: "status", label: statuses[status], without: { status: undefined } }] : []),
    ...(from || to
      ? [
          {
            id: "dates",
            label: datesText(from, to, now),
            without: { started_at_from: undefined, started_at_to: undefined },
          },
        ]
      : []),
    ...(version === undefined
      ? []
      : [{ id: "version", label: words.versionChip(version), without: { version: undefined } }]),
    ...(reference === undefined
      ? []
      : [{ id: "reference", label: words.referenceChip(reference), without: { reference: undefined } }]),
    ...(language === undefined
      ? []
      : [{ id: "language", label: englishName(language), without: { language: undefined } }]),
    ...(tag === undefined ? [] : [{ id: "tag", label: words.tagChip(tag), without: { tag: undefined } }]),
    ...(is_flagged ? [{ id: "is_flagged", label: words.flagged, without: { is_flagged: undefined } }] : []),
    ...Object.entries(others).flatMap(([name, value]) => otherChips(name, value, answerText)),
  ];
}

function datesText(from: string | undefined, to: string | undefined, now: Date): string {
  const preset = Object.entries(words.presets).find(
    ([days]) => from !== undefined && isPreset(from, Number(days), now),
  );
  if (preset && to === undefined) return preset[1];
  const [start, end] = [from, to].map((bound) => bound && boundText(bound));
  if (start && end) return words.between(start, end);
  return start ? words.since(start) : words.until(end ?? "");
}

const isPreset = (from: string, days: number, now: Date): boolean =>
  presetRange(days, now, isUtcDay(from) ? "utc" : "local").started_at_from === from;

/** A whole day of the reader is its date. */
function boundText(bound: string): string {
  const day = dayOf(bound);
  if (isUtcDay(bound)) return dayStart(day).endsWith("Z") ? shortDayText(day) : words.utcDay(shortDayText(day));
  const isWhole = bound === dayStart(day) || bound === dayEnd(day);
  return isWhole ? shortDayText(day) : shortTimeText(bound);
}

/** A record filter, such as answers by question, gets a chip per entry. */
function otherChips(name: string, value: unknown, answerText: AnswerText): Chip[] {
  if (value === undefined) return [];
  if (typeof value !== "object" || value === null) {
    return [{ id: name, label: `${name}: ${value}`, without: { [name]: undefined } as SessionFilters }];
  }
  const members = Object.entries(value);
  return members.map(([key, one]) => {
    const rest = members.filter(([other]) => other !== key);
    const without = { [name]: rest.length > 0 ? Object.fromEntries(rest) : undefined } as SessionFilters;
    return { id: `${name}.${key}`, label: answerText(key, String(one)), without };
  });
}
