import type { Json } from "../../json.ts";
import { field, Type } from "../../schema.ts";
import { isMovingDay } from "../defaultAnswer.ts";
import { isEmpty } from "../reply.ts";
import type { Scored } from "../scoring.ts";
import { DaysFromToday, datePattern } from "./date.ts";
import type { Report } from "./declaration.ts";
import { dayDefaultMessage } from "./formats.ts";

const title = "Default answer";
const meaning = "Shown as the answer until the respondent changes it. Stored only when the question is sent.";

/** `data.config.default` (features §16): a value that the question accepts. */
export const AnswerDefault = Type.Unsafe<Json>(field("answer", title, meaning));

/** The default of a date can also be a day counted from the device's day. */
export const DateDefault = Type.Union(
  [
    Type.String({ format: "date-default", documented: { type: "string", pattern: `^(today|${datePattern})$` } }),
    DaysFromToday,
  ],
  {
    ...field(
      "date",
      title,
      `${meaning} \`today\` is the day of the device, moved into the limits. Only for a precision of \`day\`.`,
    ),
    errorMessage: dayDefaultMessage,
  },
);

/** Reports a default that the question doesn't accept. Days counted from today are moved into the limits when they are shown. */
export function reportDefault(given: Json, { domain, check }: Scored, report: Report): void {
  if (domain.family === "date" && domain.precision === "day" && isMovingDay(given)) return;
  const reply = check(given);
  if (isEmpty(given)) report(["default"], { kind: "default_empty" });
  else if (reply.kind === "problem")
    report(["default", ...(reply.at ?? [])], {
      kind: "default_refused",
      refusal: reply.reason,
      expected: reply.message,
    });
}
