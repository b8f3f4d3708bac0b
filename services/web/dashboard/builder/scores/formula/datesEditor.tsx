import { isObject } from "../../../../../../shared/domain/json.ts";
import * as words from "../../../../strings/en/dashboard/builder/formula.ts";
import { ValueInput } from "../../../../ui/fields/valueInputs.tsx";
import type { Option } from "./available.ts";
import styles from "./formula.module.css";
import { OptionSelect } from "./optionSelect.tsx";

interface Props {
  days: readonly unknown[];
  options: readonly Option[];
  onChange(days: unknown[]): void;
}

const kinds = Object.entries(words.dateFrom).map(([value, name]) => ({ value, name }));

/** Both ends of a span of days: an answer, the day of the response, or a fixed date. */
export function DatesEditor({ days, options, onChange }: Props) {
  return words.dateEnds.map((end, at) => {
    const day = days[at];
    const answer = isObject(day) && typeof day.answer === "string" ? day.answer : null;
    const kind = answer !== null ? "answer" : day === "today" ? "today" : "fixed";
    const put = (next: unknown) => onChange(days.map((one, index) => (index === at ? next : one)));
    const starts: Record<string, unknown> = { answer: { answer: options[0]?.value ?? "" }, today: "today", fixed: "" };
    return (
      <div key={end} className={`${styles.row} labels-hidden`}>
        <span className={styles.joint}>{end}</span>
        <OptionSelect
          label={words.dateKind(end)}
          options={kinds.filter(({ value }) => value !== "answer" || options.length > 0 || kind === "answer")}
          value={kind}
          onChange={(next) => put(starts[next])}
        />
        {answer !== null && (
          <OptionSelect
            label={words.date(end)}
            options={options}
            value={answer}
            onChange={(next) => put({ answer: next })}
          />
        )}
        {kind === "fixed" && (
          <ValueInput
            label={words.date(end)}
            kind="day"
            choice={null}
            labelOf={String}
            value={day}
            onChange={(next = "") => put(next)}
          />
        )}
      </div>
    );
  });
}
