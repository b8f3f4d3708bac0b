import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "@tanstack/react-router";
import { Suspense } from "react";
import * as words from "../../../strings/en/dashboard/formSettings.ts";
import { title as privacy } from "../../../strings/en/dashboard/privacy.ts";
import { lazyPart } from "../../../ui/lazyPart.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { Page } from "../../../ui/page.tsx";
import { type LinkedSection, SectionLinks } from "../../../ui/sectionLinks.tsx";
import { formQuery } from "../../api/queries/forms.ts";
import { useCan } from "../../api/rights.ts";
import { ArchivedNotice, ArchiveSection } from "./archiveSection.tsx";
import { MoveSection } from "./moveSection.tsx";
import { SettingsForm } from "./settingsForm.tsx";

const PrivacySection = lazyPart(() => import("./privacySection.tsx"), "PrivacySection");

const sections: Record<string, LinkedSection> = {
  general: { title: words.general, icon: "sliders-horizontal" },
  availability: { title: words.availability, icon: "calendar" },
  responses: { title: words.responses, icon: "message-square-text" },
  look: { title: words.look, icon: "palette" },
  embedding: { title: words.embedding, icon: "code" },
  privacy: { title: privacy, icon: "lock" },
};
const archive: LinkedSection = { title: words.danger, icon: "archive" };

/** `/forms/{slug}/settings` */
export function SettingsPage() {
  const { slug } = useParams({ from: "/layout/forms/$slug/settings" });
  const can = useCan();
  const query = useQuery(formQuery(slug));
  return (
    <Page title={words.title} isTitleHidden>
      <Loaded query={query}>
        {(form) =>
          can("forms:write", form.id) ? (
            <SectionLinks label={words.title} sections={form.is_active ? { ...sections, archive } : sections}>
              {!form.is_active && <ArchivedNotice form={form} />}
              <SettingsForm key={form.id} form={form} />
              <Suspense fallback={<div id="privacy" />}>
                <PrivacySection form={form}>
                  <MoveSection form={form} />
                  {form.is_active && <ArchiveSection form={form} />}
                </PrivacySection>
              </Suspense>
            </SectionLinks>
          ) : (
            <Navigate to="/forms/$slug/insights" params={{ slug }} replace />
          )
        }
      </Loaded>
    </Page>
  );
}
