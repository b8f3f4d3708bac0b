import { useEffect, useState } from "react";
import * as words from "../../strings/en/dashboard/fields.ts";
import type { FieldProps } from "./field.ts";
import { Labelled } from "./labelled.tsx";

/** Texts, one a line: domains, media types, countries. */
export function TextListField({ field, value, onChange, problems }: FieldProps) {
  const lines = Array.isArray(value) ? value.map(String) : [];
  const isCountries = field.kind === "country_list";
  const description = [field.description, words.onePerLine].filter(Boolean).join(" ");
  return (
    <Labelled label={field.label} description={description} problems={problems}>
      {(attributes) => (
        <Lines
          attributes={attributes}
          lines={lines}
          onChange={(next) => {
            const wanted = isCountries ? next.map((line) => line.toUpperCase()) : next;
            onChange(wanted.length === 0 && !field.isRequired ? undefined : wanted);
          }}
        />
      )}
    </Labelled>
  );
}

interface LinesProps {
  attributes: { id: string };
  lines: readonly string[];
  onChange(lines: string[]): void;
}

/** Empty lines are there while somebody types, and in what is kept they are not. */
export function Lines({ attributes, lines, onChange }: LinesProps) {
  const written = lines.join("\n");
  const [text, setText] = useState(written);
  useEffect(() => {
    setText((shown) => (linesOf(shown).join("\n") === written ? shown : written));
  }, [written]);
  return (
    <textarea
      {...attributes}
      rows={Math.min(8, Math.max(2, lines.length + 1))}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        onChange(linesOf(target.value));
      }}
    />
  );
}

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
