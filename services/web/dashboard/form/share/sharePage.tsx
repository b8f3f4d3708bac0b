import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { FormDetail } from "../../../../../shared/domain/shapes/forms.ts";
import * as words from "../../../strings/en/dashboard/share.ts";
import { EmptyState } from "../../../ui/emptyState.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Page } from "../../../ui/page.tsx";
import { formQuery, versionQuery } from "../../api/queries/forms.ts";
import { availabilityOf } from "../availability.ts";
import { EmbedSection } from "./embedSection.tsx";
import { HiddenSection } from "./hiddenSection.tsx";
import { LinkSection } from "./linkSection.tsx";
import { QrSection } from "./qrSection.tsx";
import styles from "./share.module.css";

/** `/forms/{slug}/share` */
export function SharePage() {
  const { slug } = useParams({ from: "/layout/forms/$slug/share" });
  const query = useQuery(formQuery(slug));
  return (
    <Page title={words.title}>
      <Loaded query={query}>
        {(form) =>
          form.published_version === null ? <Unpublished slug={slug} /> : <Share key={form.id} form={form} />
        }
      </Loaded>
    </Page>
  );
}

function Unpublished({ slug }: { slug: string }) {
  return (
    <EmptyState title={words.states.unpublished}>
      <Link to="/forms/$slug/build" params={{ slug }}>
        {words.nextSteps.publish}
      </Link>
    </EmptyState>
  );
}

function Share({ form }: { form: FormDetail }) {
  const [hidden, setHidden] = useState<Readonly<Record<string, string>>>({});
  const version = useQuery(versionQuery(form.slug, form.published_version ?? 1));
  return (
    <div className={styles.page}>
      <State form={form} />
      <LinkSection slug={form.slug} hidden={hidden} />
      <Loaded query={version}>
        {({ graph }) => (
          <HiddenSection
            keys={graph.hidden_fields ?? []}
            values={hidden}
            onChange={(key, value) => setHidden((before) => ({ ...before, [key]: value }))}
          />
        )}
      </Loaded>
      <QrSection slug={form.slug} hidden={hidden} />
      <EmbedSection form={form} hidden={hidden} />
    </div>
  );
}

function State({ form }: { form: FormDetail }) {
  const state = availabilityOf(form, Date.now());
  return (
    <Notice kind={state === "open" ? "good" : "warning"}>
      {words.states[state]}{" "}
      {state !== "open" && (
        <Link to="/forms/$slug/settings" params={{ slug: form.slug }}>
          {words.nextSteps.settings}
        </Link>
      )}
    </Notice>
  );
}
