import type { UseQueryResult } from "@tanstack/react-query";
import type { Delivery } from "../../../../shared/api/shapes/integrations.ts";
import type { LinkMailDelivery } from "../../../../shared/api/shapes/linkMails.ts";
import { close } from "../../strings/en/dashboard/app.ts";
import * as deliveryWords from "../../strings/en/dashboard/deliveries.ts";
import * as words from "../../strings/en/dashboard/mails.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { spreadRowClass } from "../../ui/buttonRow.tsx";
import { recentTimeText } from "../../ui/dates.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogFooter } from "../../ui/dialogFooter.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { mutedClass } from "../../ui/muted.ts";
import { Rows, rowClass } from "../../ui/rows.tsx";
import { stateOf } from "../deliveries/attempts.ts";

type Attempt = Delivery | LinkMailDelivery;

interface Props {
  name: string;
  /** its newest attempts */
  query: UseQueryResult<{ count: number; results: readonly Attempt[] }>;
  onClose(): void;
}

const tones = { success: "good", error: "danger", retrying: "danger", retried: "plain", skipped: "plain" } as const;
const events: Record<Attempt["event"], string> = { ...deliveryWords.events, ...deliveryWords.linkEvents };

const isDelivery = (attempt: Attempt): attempt is Delivery => !("link_id" in attempt);

/** `known`: beside the attempt, by which one that was retried is told */
function StateBadge({ attempt, known }: { attempt: Attempt; known: readonly Delivery[] }) {
  if (!isDelivery(attempt)) {
    return <Badge kind={tones[attempt.status]}>{deliveryWords.linkStatuses[attempt.status]}</Badge>;
  }
  const state = stateOf(attempt, known);
  return <Badge kind={tones[state]}>{deliveryWords.states[state]}</Badge>;
}

/** The reference of an invitation's link, while there is one. */
const personOf = (attempt: Attempt): string | null => ("link_id" in attempt ? (attempt.reference ?? null) : null);

function factsOf(made: Attempt, now: Date) {
  const { created, response_code: code, error_message: message, attempt } = made;
  const event = personOf(made) !== null && events[made.event];
  const facts = [event, recentTimeText(created, now), code, message, attempt > 1 && deliveryWords.attempt(attempt)];
  return facts.filter((fact) => fact !== null && fact !== false);
}

/** The newest attempts of an email notification or an invitation. */
export function MailLog({ name, query, onClose }: Props) {
  const now = new Date();
  const known = query.data?.results.filter(isDelivery) ?? [];
  return (
    <Dialog title={words.logTitle(name)} isWide onClose={onClose}>
      <Loaded query={query}>
        {({ count, results }) => (
          <>
            <p className={mutedClass}>{count === 0 ? words.logEmpty : words.logCount(count)}</p>
            <Rows label={words.logTitle(name)}>
              {results.map((attempt) => (
                <li key={attempt.id} className={rowClass}>
                  <div className={spreadRowClass}>
                    <span>
                      <bdi>{personOf(attempt) ?? events[attempt.event]}</bdi>{" "}
                      <span className={mutedClass}>{factsOf(attempt, now).join(" · ")}</span>
                    </span>
                    <StateBadge attempt={attempt} known={known} />
                  </div>
                </li>
              ))}
            </Rows>
          </>
        )}
      </Loaded>
      <DialogFooter>
        <Button autoFocus onPress={onClose}>
          {close}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
