import { Suspense, useState } from "react";
import type { User } from "../../../../shared/api/shapes/auth.ts";
import * as words from "../../strings/en/dashboard/members.ts";
import { Button } from "../../ui/button.tsx";
import { cardClass } from "../../ui/card.ts";
import { lazyPart } from "../../ui/lazyPart.ts";
import { mutedClass } from "../../ui/muted.ts";
import { Section } from "../../ui/section.tsx";
import styles from "./settings.module.css";

const RemoveDialog = lazyPart(() => import("../members/removeDialog.tsx"), "RemoveDialog");

/** Lets guests leave, who don't see the page of the members. */
export function LeaveWorkspace({ user: { id, name, email, workspace } }: { user: User }) {
  const [isLeaving, setLeaving] = useState(false);
  const place = workspace?.name ?? "";
  return (
    <Section title={place}>
      <div className={`${cardClass} ${styles.form}`}>
        <p className={mutedClass}>{words.leaveText(place)}</p>
        <div>
          <Button onPress={() => setLeaving(true)}>{words.leave}</Button>
        </div>
      </div>
      {isLeaving && (
        <Suspense>
          <RemoveDialog member={{ user_id: id, name, email }} onClose={() => setLeaving(false)} />
        </Suspense>
      )}
    </Section>
  );
}
