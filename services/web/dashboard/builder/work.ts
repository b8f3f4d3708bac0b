import type { Problem } from "../../../../shared/domain/graph/types.ts";
import type { OpenedForm, PublishedVersion } from "./openForm.ts";
import type { DryRun } from "./problems/dryRun.ts";
import type { Found } from "./problems/useProblems.ts";
import type { Saving } from "./saving/machine.ts";
import type { Session } from "./saving/session.ts";
import type { Shown } from "./shown.ts";
import type { Show } from "./useShown.ts";
import type { View } from "./view.ts";

/** State that the parts of the workspace share. */
export interface Work {
  slug: string;
  title: string;
  opened: OpenedForm;
  session: Session;
  saving: Saving;
  found: Found;
  /** problems to show: those of a new question are silent at first */
  told: Found;
  view: View;
  shown: Shown;
  show: Show;
  /** Closes the open panel and goes to the place where a problem is solved, in the builder or on another page. */
  goTo(problem: Problem): void;
  /** Opens the preview with these answers. */
  play(begun: DryRun): void;
  /** the current version; null before the first one */
  published: PublishedVersion | null;
  onPublished(version: PublishedVersion): void;
  /** answers of the preview so far, also after it closes */
  walked: DryRun;
  onWalk(run: DryRun): void;
}
