import * as words from "../../../strings/en/dashboard/builder/builder.ts";
import { Button } from "../../../ui/button.tsx";
import styles from "../workspace.module.css";
import { type Found, isCut } from "./useProblems.ts";

/** Opens the list of problems. Without any, it needs no button: only screen readers say so. An empty form isn’t judged yet. */
export function ProblemsButton({ found, onPress }: { found: Found; onPress: () => void }) {
  if (found.graph?.nodes.length === 0) return null;
  const errors = found.problems.filter(({ severity }) => severity === "error").length;
  const warnings = found.problems.length - errors;
  const text = words.problemsButton(errors, warnings, isCut(found.problems));
  if (errors + warnings === 0) return found.graph && <span className="visually-hidden">{text}</span>;
  const worst = errors > 0 ? "error" : "warning";
  return (
    <span className={styles.problems} data-worst={worst}>
      <Button
        look="plain"
        icon={worst === "error" ? "circle-alert" : "triangle-alert"}
        aria-label={text}
        onPress={onPress}
      >
        {errors || warnings}
      </Button>
    </span>
  );
}
