import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { noMail } from "../../strings/en/dashboard/mails.ts";
import * as words from "../../strings/en/dashboard/settings.ts";
import { cardClass } from "../../ui/card.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { problemText } from "../../ui/failed.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { mutedClass } from "../../ui/muted.ts";
import { Section } from "../../ui/section.tsx";
import { tell } from "../../ui/toasts.tsx";
import { ownMembershipQuery, updateOwnMembership } from "../api/queries/workspaces.ts";
import { useHasMail } from "../api/useHasMail.ts";

interface Props {
  workspace: { id: string; name: string };
}

/** Turns emails about failed deliveries on and off. Only users who can change integrations get them. */
export function FailureMails({ workspace: { id, name } }: Props) {
  const hasMail = useHasMail();
  const own = ownMembershipQuery(id);
  const query = useQuery(own);
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: (isOn: boolean) => updateOwnMembership(id, { mails_failures: isOn }),
    onSuccess: (saved) => queryClient.setQueryData(own.queryKey, saved),
    onError: (error) => tell(problemText(error)),
  });
  return (
    <Section title={words.emails}>
      <div className={cardClass}>
        <Loaded query={query}>
          {({ mails_failures: isOn }) => (
            <Checkbox
              label={words.mailsFailures(name)}
              isChecked={hasMail !== false && (save.isPending ? save.variables : isOn)}
              isDisabled={!hasMail}
              onChange={(next) => save.mutate(next)}
            />
          )}
        </Loaded>
        {hasMail === false && <p className={mutedClass}>{noMail}</p>}
      </div>
    </Section>
  );
}
