import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { FormDetail, VersionDetail } from "../../../../../shared/api/shapes/forms.ts";
import { close } from "../../../strings/en/dashboard/app.ts";
import * as words from "../../../strings/en/dashboard/versions.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { DialogFooter } from "../../../ui/dialogFooter.tsx";
import { FormPreview } from "../../../ui/formPreview.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { versionQuery } from "../../api/queries/forms.ts";
import { publicFormOf } from "../publicForm.ts";

interface Props {
  form: FormDetail;
  number: number;
  onClose: () => void;
}

export function LookDialog({ form, number, onClose }: Props) {
  const query = useQuery(versionQuery(form.slug, number));
  return (
    <Dialog title={words.lookTitle(number)} onClose={onClose}>
      <p>{words.lookText}</p>
      <Loaded query={query}>{(version) => <Shown form={form} version={version} />}</Loaded>
      <DialogFooter>
        <Button onPress={onClose}>{close}</Button>
      </DialogFooter>
    </Dialog>
  );
}

function Shown({ form, version }: { form: FormDetail; version: VersionDetail }) {
  const shown = useMemo(() => publicFormOf(form, version), [form, version]);
  return <FormPreview form={shown} title={words.frame(version.version_number)} />;
}
