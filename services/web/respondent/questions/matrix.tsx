import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { isObject, type Json } from "../../../../shared/domain/json.ts";
import { rowToOpen } from "./openRow.ts";
import { MatrixRows } from "./parts/matrixRows.tsx";
import { type MatrixConfig, MatrixTable } from "./parts/matrixTable.tsx";
import type { QuestionProps } from "./question.ts";

export default function Matrix(question: QuestionProps<MatrixConfig>) {
  const { config, value, isInvalid, onChange } = question;
  const chosen = isObject(value) ? value : {};
  // taps in the gateway's table are repeated in it when rows have replaced it
  const latest = useRef(chosen);
  latest.current = chosen;
  const props = {
    question,
    chosen,
    onChoose: (row: string, column: string) => onChange({ ...(latest.current as Record<string, Json>), [row]: column }),
  };
  const missing = isInvalid && rowToOpen(config.rows, chosen);
  return useIsNarrow() ? (
    <MatrixRows {...props} />
  ) : (
    <MatrixTable {...props} firstRow={missing || (config.rows[0]?.key ?? "")} />
  );
}

/** A table of five columns doesn’t fit, nor one on a screen with large text. */
const narrow = "(max-width: 42.99em)";

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
