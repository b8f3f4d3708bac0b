import { useEffect, useRef, useState } from "react";
import * as words from "../../strings/en/dashboard/fields.ts";
import type { FieldProblem, FieldProps } from "./field.ts";
import { Labelled } from "./labelled.tsx";

/** Texts, one per line: domains, media types, countries. */
export function TextListField({ field, value, onChange, problems }: FieldProps) {
  const lines = Array.isArray(value) ? value.map(String) : [];
  const isCountries = field.kind === "country_list";
  const description = [field.description, words.onePerLine].filter(Boolean).join(" ");
  return (
    <Labelled label={field.label} description={description} problems={problems?.map(atItsLine)}>
      {(attributes) => (
        <Lines
          attributes={attributes}
          lines={lines}
          {...(isCountries && { meaning: (line: string) => line.toUpperCase() })}
          onChange={(next) => onChange(next.length === 0 && !field.isRequired ? undefined : next)}
        />
      )}
    </Labelled>
  );
}

/** A problem of the third text → `Line 3: must be …` */
const atItsLine = ({ at: [index], text }: FieldProblem): string =>
  index === undefined ? text : `${words.line(Number(index) + 1)}: ${text}`;

interface LinesProps {
  attributes: { id: string };
  /** as stored */
  lines: readonly string[];
  /** Returns the stored form of a typed line. By default, the line itself. */
  meaning?: (line: string) => string;
  onChange(lines: string[]): void;
}

const asItIs = (line: string): string => line;

/** Keeps the text as typed while it means the stored value: empty lines, lower case, a `-` before a number. */
export function Lines({ attributes, lines, meaning = asItIs, onChange }: LinesProps) {
  const written = lines.join("\n");
  const [text, setText] = useState(written);
  const means = useRef(meaning);
  means.current = meaning;
  useEffect(() => {
    setText((shown) => (linesOf(shown).map(means.current).join("\n") === written ? shown : written));
  }, [written]);
  return (
    <textarea
      {...attributes}
      rows={Math.min(8, Math.max(2, lines.length + 1))}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        onChange(linesOf(target.value).map(meaning));
      }}
    />
  );
}

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
