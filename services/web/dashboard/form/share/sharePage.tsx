import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { Suspense, useMemo, useState } from "react";
import type { FormDetail, VersionDetail } from "../../../../../shared/api/shapes/forms.ts";
import type { GraphNode } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/share.ts";
import { BarActions } from "../../../ui/barActions.tsx";
import { buttonClass } from "../../../ui/button.tsx";
import { type Device, DevicePreview } from "../../../ui/devicePreview.tsx";
import { EmptyState } from "../../../ui/emptyState.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { lazyPart } from "../../../ui/lazyPart.ts";
import { Loaded, Skeleton } from "../../../ui/loaded.tsx";
import { mutedClass } from "../../../ui/muted.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Page } from "../../../ui/page.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { TabLinks, tabLinkClass } from "../../../ui/tabLinks.tsx";
import { formQuery, versionQuery } from "../../api/queries/forms.ts";
import { availabilityOf } from "../availability.ts";
import { publicFormOf } from "../publicForm.ts";
import { useFormCan } from "../useFormCan.ts";
import { usePlainGraph } from "../usePlainGraph.ts";
import { EmbedCard } from "./embedCard.tsx";
import { LinkCard } from "./linkCard.tsx";
import { type GivenAnswers, linkOf } from "./links.ts";
import styles from "./share.module.css";
import { useCanShare } from "./useCanShare.ts";

const PrefillCard = lazyPart(() => import("./prefillCard.tsx"), "PrefillCard");
const PublicResults = lazyPart(() => import("./publicResults.tsx"), "PublicResults");
const PersonalLinks = lazyPart(() => import("../links/personalLinks.tsx"), "PersonalLinks");
const People = lazyPart(() => import("./people.tsx"), "People");

/** `/forms/{slug}/share` */
export function SharePage() {
  const { slug } = useParams({ from: "/layout/forms/$slug/share" });
  const query = useQuery(formQuery(slug));
  return (
    <Page title={words.title} isTitleHidden>
      {/* keeps its place in the bar */}
      {query.isPending && <OpenForm link={linkOf(location.origin, slug)} />}
      <Loaded query={query}>{(form) => <Tabbed key={form.id} form={form} />}</Loaded>
    </Page>
  );
}

/** The link and the embed code, the people with access for those who may share the form, the personal links and public results. */
function Tabbed({ form }: { form: FormDetail }) {
  const { tab } = useSearch({ from: "/layout/forms/$slug/share" });
  const canShare = useCanShare(form.id);
  const can = useFormCan(form.slug);
  const canSeeLinks = can("responses:read");
  const canPublishResults = canSeeLinks && can("forms:write") && form.published_version !== null;
  const link =
    form.published_version === null ? (
      <Unpublished slug={form.slug} />
    ) : (
      <Share form={form} canSeeLinks={canSeeLinks} />
    );
  if (!canShare && !canSeeLinks) return link;
  const params = { slug: form.slug };
  return (
    <>
      <TabLinks label={words.title}>
        <Link to="/forms/$slug/share" params={params} className={tabLinkClass} activeOptions={{ exact: true }}>
          {words.tabs.link}
        </Link>
        {canShare && (
          <Link to="/forms/$slug/share" params={params} search={{ tab: "people" }} className={tabLinkClass}>
            {words.tabs.people}
          </Link>
        )}
        {canSeeLinks && (
          <Link to="/forms/$slug/share" params={params} search={{ tab: "links" }} className={tabLinkClass}>
            {words.tabs.links}
          </Link>
        )}
        {canPublishResults && (
          <Link to="/forms/$slug/share" params={params} search={{ tab: "results" }} className={tabLinkClass}>
            {words.tabs.results}
          </Link>
        )}
      </TabLinks>
      {tab !== undefined && form.published_version !== null && form.access === "anyone" && (
        <OpenForm link={linkOf(location.origin, form.slug)} />
      )}
      <Suspense fallback={<Skeleton />}>
        {tab === "people" && canShare ? (
          <People form={form} />
        ) : tab === "links" && canSeeLinks ? (
          <PersonalLinks form={form} />
        ) : tab === "results" && canPublishResults ? (
          <ResultsTab form={form} />
        ) : (
          link
        )}
      </Suspense>
    </>
  );
}

function ResultsTab({ form }: { form: FormDetail }) {
  const version = useQuery(versionQuery(form.slug, form.published_version ?? 1));
  const plain = usePlainGraph(version.data?.graph);
  return <Loaded query={version}>{() => plain && <PublicResults form={form} nodes={plain.nodes} />}</Loaded>;
}

function Unpublished({ slug }: { slug: string }) {
  const canEdit = useFormCan(slug)("forms:write");
  return (
    <EmptyState icon="rocket" title={words.states.unpublished}>
      {canEdit && (
        <Link to="/forms/$slug/build" params={{ slug }} className={buttonClass("primary")}>
          {words.nextSteps.publish}
        </Link>
      )}
    </EmptyState>
  );
}

interface ShareProps {
  form: FormDetail;
  canSeeLinks: boolean;
}

function Share({ form, canSeeLinks }: ShareProps) {
  const version = useQuery(versionQuery(form.slug, form.published_version ?? 1));
  return (
    <div className={styles.page}>
      <div className={styles.cards}>
        <State form={form} />
        {form.access === "link" ? (
          <OnlyPersonal slug={form.slug} canSeeLinks={canSeeLinks} />
        ) : (
          <Ways form={form} version={version} />
        )}
      </div>
      {version.data && <Preview form={form} version={version.data} />}
    </div>
  );
}

/** Replaces the link and the embed code, which let no one respond. */
const OnlyPersonal = ({ slug, canSeeLinks }: { slug: string; canSeeLinks: boolean }) => (
  <EmptyState icon="lock" title={words.onlyPersonal} text={words.onlyPersonalText}>
    {canSeeLinks && (
      <Link to="/forms/$slug/share" params={{ slug }} search={{ tab: "links" }} className={buttonClass("primary")}>
        {words.nextSteps.links}
      </Link>
    )}
  </EmptyState>
);

/** The link, its prefilled answers, and the embed code. */
function Ways({ form, version }: { form: FormDetail; version: UseQueryResult<VersionDetail> }) {
  const [hidden, setHidden] = useState<Readonly<Record<string, string>>>({});
  const [answers, setAnswers] = useState<GivenAnswers>({});
  const [isSkipping, setSkipping] = useState(false);
  const link = linkOf(location.origin, form.slug, hidden, answers, isSkipping);
  return (
    <>
      <OpenForm link={link} />
      <Loaded query={version}>
        {({ graph }) => (
          <LinkCard
            form={form}
            link={link}
            keys={graph.hidden_fields ?? []}
            values={hidden}
            onChange={(key, value) => setHidden((before) => ({ ...before, [key]: value }))}
          />
        )}
      </Loaded>
      {version.data && (
        <Suspense>
          <PrefillCard
            nodes={version.data.graph.nodes as GraphNode[]}
            isSkipping={isSkipping}
            onChange={setAnswers}
            onSkip={setSkipping}
          />
          <EmbedCard form={form} hidden={hidden} />
        </Suspense>
      )}
    </>
  );
}

const OpenForm = ({ link }: { link: string }) => (
  <BarActions>
    <a className={buttonClass("quiet")} href={link} target="_blank" rel="noreferrer">
      <Icon name="external-link" />
      {words.open}
    </a>
  </BarActions>
);

/** The form as respondents see it, on a phone or a computer. */
function Preview({ form, version }: { form: FormDetail; version: VersionDetail }) {
  const [device, setDevice] = useState<Device>("phone");
  const shown = useMemo(() => publicFormOf(form, version), [form, version]);
  return (
    <aside className={styles.preview}>
      <DevicePreview device={device} form={shown} title={words.preview} />
      <Segmented label={words.device} value={device} options={words.devices} onChange={setDevice} />
      <p className={mutedClass}>{words.previewOf(version.version_number, form.has_unpublished_changes)}</p>
    </aside>
  );
}

/** Explains why people can't respond now. */
function State({ form }: { form: FormDetail }) {
  const state = availabilityOf(form, Date.now());
  const canEdit = useFormCan(form.slug)("forms:write");
  if (state === "open") return null;
  return (
    <Notice kind="warning">
      {words.states[state]}{" "}
      {canEdit && (
        <Link to="/forms/$slug/settings" params={{ slug: form.slug }}>
          {words.nextSteps.settings}
        </Link>
      )}
    </Notice>
  );
}
