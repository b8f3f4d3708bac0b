import { Suspense, useEffect, useRef } from "react";
import * as words from "../../../strings/en/dashboard/builder/builder.ts";
import { Button } from "../../../ui/button.tsx";
import { ProblemsPopover } from "../lazyPanels.ts";
import type { Work } from "../work.ts";
import styles from "../workspace.module.css";
import { isCut } from "./useProblems.ts";

/** Opens the list of problems. Without any, it needs no button: only screen readers say so. An empty form isn’t judged yet. */
export function ProblemsButton({ work }: { work: Work }) {
  const { told, shown, show } = work;
  const anchor = useRef<HTMLSpanElement>(null);
  const isOpen = shown.panel === "problems";
  const count = told.problems.length;
  useEffect(() => {
    // it would open again with the next problem
    if (isOpen && count === 0) show({ kind: "panel_closed", panel: "problems" });
  }, [isOpen, count, show]);
  if (told.graph?.nodes.length === 0) return null;
  const errors = told.problems.filter(({ severity }) => severity === "error").length;
  const text = words.problemsButton(errors, count - errors, isCut(told.problems));
  if (count === 0) return told.graph && <span className="visually-hidden">{text}</span>;
  const worst = errors > 0 ? "error" : "warning";
  return (
    <span ref={anchor} className={styles.problems} data-worst={worst}>
      <Button
        look="plain"
        icon={worst === "error" ? "circle-alert" : "triangle-alert"}
        aria-label={text}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPress={() => show({ kind: "panel", panel: "problems" })}
      >
        {errors || count}
      </Button>
      {isOpen && (
        <Suspense>
          <ProblemsPopover
            anchor={anchor}
            work={work}
            onClose={() => show({ kind: "panel_closed", panel: "problems" })}
          />
        </Suspense>
      )}
    </span>
  );
}
