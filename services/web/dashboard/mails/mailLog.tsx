import { useQuery } from "@tanstack/react-query";
import type { Mail } from "../../../../shared/domain/shapes/mails.ts";
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
import { mailDeliveriesQuery } from "../api/queries/mails.ts";

interface Props {
  slug: string;
  mail: Mail;
  onClose(): void;
}

const tones = { success: "good", error: "danger", skipped: "plain" } as const;

/** The newest attempts of an email notification. */
export function MailLog({ slug, mail, onClose }: Props) {
  const query = useQuery(mailDeliveriesQuery(slug, mail.id));
  const now = new Date();
  return (
    <Dialog title={words.logTitle(mail.name)} isWide onClose={onClose}>
      <Loaded query={query}>
        {({ count, results }) => (
          <>
            <p className={mutedClass}>{count === 0 ? words.logEmpty : words.logCount(count)}</p>
            <Rows label={words.logTitle(mail.name)}>
              {results.map(({ id, status, event, created, response_code: code, error_message: message, attempt }) => (
                <li key={id} className={rowClass}>
                  <div className={spreadRowClass}>
                    <span>
                      {deliveryWords.events[event]}{" "}
                      <span className={mutedClass}>
                        {[recentTimeText(created, now), code, message, attempt > 1 && deliveryWords.attempt(attempt)]
                          .filter(Boolean)
                          .join(" · ")}
                      </span>
                    </span>
                    <Badge kind={tones[status]}>{deliveryWords.statuses[status]}</Badge>
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
