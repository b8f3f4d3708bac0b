import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import type { FormDetail } from "../../../../../shared/api/shapes/forms.ts";
import type { Link, LinkCounts } from "../../../../../shared/api/shapes/links.ts";
import { open as send } from "../../../strings/en/dashboard/linkMails.ts";
import * as words from "../../../strings/en/dashboard/links.ts";
import { numberText } from "../../../strings/en/dashboard/numbers.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/emptyState.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { lazyPart } from "../../../ui/lazyPart.ts";
import { Loaded, Skeleton } from "../../../ui/loaded.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { focusSearch, SearchField } from "../../../ui/searchField.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { useKeyActions } from "../../../ui/shortcuts.ts";
import {
  isBeingSent,
  type LinksView,
  linkMailsQuery,
  linksExportPath,
  linksPageSize,
  linksQuery,
  unansweredQuery,
} from "../../api/queries/links.ts";
import { currentUser } from "../../api/queryClient.ts";
import { useHasMail } from "../../api/useHasMail.ts";
import { useFormCan } from "../useFormCan.ts";
import { AccessSwitch } from "./accessSwitch.tsx";
import styles from "./links.module.css";
import type { LinksSearch } from "./linksSearch.ts";
import { People } from "./people.tsx";
import { StatusBar } from "./statusBar.tsx";

const SendInvitations = lazyPart(() => import("./sendInvitations.tsx"), "SendInvitations");
const Mailings = lazyPart(() => import("./mailings.tsx"), "Mailings");
const AddPeople = lazyPart(() => import("./addPeople.tsx"), "AddPeople");

/** The tab of personal links: who got one, and who has answered. */
export function PersonalLinks({ form }: { form: FormDetail }) {
  const { show, search = "", page = 1 } = useSearch({ from: "/layout/forms/$slug/share" });
  const navigate = useNavigate({ from: "/forms/$slug/share" });
  const [isAdding, setAdding] = useState(false);
  const [sendsTo, setSending] = useState<"filter" | readonly Link[] | null>(null);
  const view: LinksView = { ...filterOf(show), search, page };
  const query = useQuery(linksQuery(form.slug, view, useIsSending(form.slug)));
  const hasMail = useHasMail();
  useKeyActions({ "/": focusSearch });
  const go = (change: LinksSearch) =>
    void navigate({ search: { tab: "links", show, search: search || undefined, ...change } });
  // the notice without mail would push the people down
  if (hasMail === undefined) return <Skeleton />;
  return (
    <div className={styles.page}>
      <Loaded query={query}>
        {(found) => (
          <>
            <Head
              form={form}
              counts={found.counts}
              view={view}
              hasMail={hasMail}
              onAdd={() => setAdding(true)}
              // the filter of invitations knows no undeliverable addresses
              onSend={() => setSending(show === "undeliverable" && found.results.length > 0 ? found.results : "filter")}
            />
            {totalOf(found.counts) === 0 ? (
              <Nobody slug={form.slug} onAdd={() => setAdding(true)} />
            ) : (
              <Listed slug={form.slug} found={found} view={view} show={show} onGo={go} onSend={setSending} />
            )}
          </>
        )}
      </Loaded>
      {isAdding && (
        <Suspense>
          <AddPeople form={form} onClose={() => setAdding(false)} />
        </Suspense>
      )}
      {sendsTo && (
        <Suspense>
          <SendInvitations
            form={form}
            shown={show}
            search={search}
            selected={sendsTo === "filter" ? [] : sendsTo}
            onClose={() => setSending(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

interface ListedProps {
  slug: string;
  found: { count: number; counts: LinkCounts; results: Link[] };
  view: LinksView;
  show: LinksSearch["show"];
  onGo: (change: LinksSearch) => void;
  onSend: (people: readonly Link[]) => void;
}

/** The states of all links, and the people that the filter and the search leave. */
function Listed({ slug, found: { count, counts, results }, view, show, onGo, onSend }: ListedProps) {
  const { search, page } = view;
  return (
    <>
      <StatusBar slug={slug} counts={counts} shown={show} onShow={(next) => onGo({ show: next, page: undefined })} />
      <Filters
        slug={slug}
        counts={counts}
        search={search}
        show={show}
        onChange={(change) => onGo({ page: undefined, ...change })}
      />
      <People slug={slug} count={count} results={results} viewKey={JSON.stringify(view)} onSend={onSend} />
      <Pager count={count} size={linksPageSize} page={page} onPage={(next) => onGo({ page: next })} />
      <Suspense>
        <Mailings slug={slug} />
      </Suspense>
    </>
  );
}

/** Returns whether invitations are on the way: the list follows them. */
const useIsSending = (slug: string): boolean =>
  useQuery(linkMailsQuery(slug, 1)).data?.results.some(isBeingSent) ?? false;

const filterOf = (show: LinksSearch["show"]) =>
  show === "undeliverable" ? { mail_status: show } : show === undefined ? {} : { status: show };

const totalOf = ({ undeliverable: _, ...statuses }: LinkCounts): number =>
  Object.values(statuses).reduce((sum, one) => sum + one, 0);

interface HeadProps {
  form: FormDetail;
  counts: LinkCounts;
  view: LinksView;
  hasMail: boolean;
  onAdd: () => void;
  onSend: () => void;
}

function Head({ form, counts, view, hasMail, onAdd, onSend }: HeadProps) {
  const { data: user } = useQuery(currentUser);
  const can = useFormCan(form.slug);
  const total = totalOf(counts);
  const canSend = total > 0 && can("forms:write") && can("responses:write");
  return (
    <>
      {canSend && !hasMail && <Notice kind="warning">{words.noMail}</Notice>}
      <header className={styles.head}>
        <div className={styles.about}>
          <h2 className={styles.title}>{words.heading(total)}</h2>
          <AccessSwitch form={form} canChange={can("forms:write")} />
        </div>
        <div className={styles.actions}>
          {total > 0 && (
            <a
              className={buttonClass(hasMail ? "plain" : "primary")}
              href={linksExportPath(form.slug, view, user?.workspace?.id ?? "")}
              download
            >
              <Icon name="download" />
              {words.exportAll}
            </a>
          )}
          {total > 0 && can("forms:write") && (
            <Button icon="plus" look="quiet" onPress={onAdd}>
              {words.add}
            </Button>
          )}
          {canSend && hasMail && (
            <Button icon="send" look="primary" onPress={onSend}>
              {send}
            </Button>
          )}
        </div>
      </header>
    </>
  );
}

function Nobody({ slug, onAdd }: { slug: string; onAdd: () => void }) {
  const canAdd = useFormCan(slug)("forms:write");
  if (!canAdd) return <EmptyState icon="users" title={words.readOnlyEmpty} />;
  return (
    <EmptyState icon="users" title={words.emptyTitle} text={words.emptyText}>
      <Button icon="plus" look="primary" onPress={onAdd}>
        {words.add}
      </Button>
    </EmptyState>
  );
}

interface FiltersProps extends Pick<LinksSearch, "show"> {
  slug: string;
  counts: LinkCounts;
  search: string;
  onChange: (change: LinksSearch) => void;
}

const isOffered = (show: LinksSearch["show"]): show is Exclude<keyof typeof words.filters, "all"> =>
  show !== undefined && show in words.filters;

function Filters({ slug, counts, search, show, onChange }: FiltersProps) {
  // the legend of the bar has filters of its own
  const filter = isOffered(show) ? show : show === undefined ? "all" : undefined;
  const { data: unanswered } = useQuery(unansweredQuery(slug));
  const { completed, undeliverable } = counts;
  const shown: Partial<Record<keyof typeof words.filters, number | undefined>> = {
    completed,
    undeliverable,
    unanswered,
  };
  return (
    <search className={styles.filters}>
      <SearchField label={words.search} search={search} onSearch={(text) => onChange({ search: text || undefined })} />
      <Segmented
        label={words.filter}
        value={filter}
        options={words.filters}
        count={(one) => shown[one] !== undefined && numberText(shown[one])}
        onChange={(next) => onChange({ show: next === "all" ? undefined : next })}
      />
    </search>
  );
}
