import { useLayoutEffect, useState } from "preact/hooks";
import { isObject, type Json } from "../../../../shared/domain/json.ts";
import { type MatrixConfig, MatrixFieldsets, MatrixTable } from "./parts/matrixTable.tsx";
import type { QuestionProps } from "./question.ts";

export default function Matrix(question: QuestionProps<MatrixConfig>) {
  const { config, value, isInvalid, onChange } = question;
  const chosen = isObject(value) ? value : {};
  const missing = config.rows.find(({ key }) => !Object.hasOwn(chosen, key));
  const firstRow = (isInvalid && missing ? missing : config.rows[0])?.key ?? "";
  const Rows = useIsNarrow() ? MatrixFieldsets : MatrixTable;
  return (
    <Rows
      question={question}
      chosen={chosen}
      firstRow={firstRow}
      onChoose={(row, column) => onChange({ ...(chosen as Record<string, Json>), [row]: column })}
    />
  );
}

/** A table doesn't fit a phone. */
const narrow = "(max-width: 599px)";

function useIsNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(false);
  useLayoutEffect(() => {
    const query = matchMedia(narrow);
    const look = () => setNarrow(query.matches);
    look();
    query.addEventListener("change", look);
    return () => query.removeEventListener("change", look);
  }, []);
  return isNarrow;
}
