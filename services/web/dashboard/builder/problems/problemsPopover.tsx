import type { RefObject } from "react";
import { Dialog, Popover } from "react-aria-components";
import { problemLimit } from "../../../../../shared/domain/limits.ts";
import * as words from "../../../strings/en/dashboard/builder/problems.ts";
import type { Work } from "../work.ts";
import { ProblemGroups } from "./problemGroups.tsx";
import styles from "./problems.module.css";
import { isCut } from "./useProblems.ts";

interface Props {
  /** the button that opened it */
  anchor: RefObject<HTMLElement | null>;
  work: Pick<Work, "found" | "goTo" | "play">;
  onClose(): void;
}

/** All problems of the form, each with a button to its place, below their button. */
export const ProblemsPopover = ({ anchor, work, onClose }: Props) => (
  <Popover
    triggerRef={anchor}
    isOpen
    placement="bottom"
    maxHeight={544}
    className={styles.popover as string}
    onOpenChange={(isOpen) => isOpen || onClose()}
  >
    <Dialog aria-label={words.panelTitle} className={styles.dialog as string}>
      <ProblemGroups problems={work.found.problems} onFix={work.goTo} onPlay={work.play} />
      {isCut(work.found.problems) && <p>{words.isCut(problemLimit)}</p>}
    </Dialog>
  </Popover>
);
