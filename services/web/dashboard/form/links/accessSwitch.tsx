import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { FormDetail } from "../../../../../shared/api/shapes/forms.ts";
import * as words from "../../../strings/en/dashboard/links.ts";
import { problemText } from "../../../ui/failed.tsx";
import { mutedClass } from "../../../ui/muted.ts";
import { Switch } from "../../../ui/switch.tsx";
import { tell } from "../../../ui/toasts.tsx";
import { formKey, updateForm } from "../../api/queries/forms.ts";
import styles from "./links.module.css";

/** Says who can respond, and lets people with the right close the form to all others. */
export function AccessSwitch({ form, canChange }: { form: FormDetail; canChange: boolean }) {
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (access: FormDetail["access"]) => updateForm(form.slug, { access }),
    onSuccess: (saved) => {
      queryClient.setQueryData(formKey(saved.slug), saved);
      tell(words.accessSaved[saved.access]);
    },
    onError: (error) => tell(problemText(error)),
  });
  const access = change.isPending ? change.variables : form.access;
  return (
    <div className={styles.access}>
      {canChange ? (
        <Switch
          label={words.onlyByLink}
          isOn={access === "link"}
          isDisabled={change.isPending}
          onChange={(isOn) => change.mutate(isOn ? "link" : "anyone")}
        />
      ) : (
        <span className={mutedClass}>{words.accessText[access]}</span>
      )}
    </div>
  );
}
