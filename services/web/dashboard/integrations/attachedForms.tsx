import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import * as words from "../../strings/en/dashboard/integrations.ts";
import { Badge } from "../../ui/badge.tsx";
import { mixedRowClass } from "../../ui/buttonRow.tsx";
import { EmptyState } from "../../ui/emptyState.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Rows, rowClass } from "../../ui/rows.tsx";
import { Section } from "../../ui/section.tsx";
import { attachedFormsQuery, type IntegrationName } from "../api/queries/integrations.ts";

/** Forms whose events the integration receives. */
export function AttachedForms({ name }: { name: IntegrationName }) {
  const query = useQuery(attachedFormsQuery(name));
  return (
    <Section title={words.attachedForms}>
      <Loaded query={query}>
        {({ count, results }) =>
          count === 0 ? (
            <EmptyState icon="file-text" title={words.notAttached} text={words.attachHow}>
              <Link to="/">{words.toForms}</Link>
            </EmptyState>
          ) : (
            <Rows label={words.attachedForms}>
              {results.map(({ slug, title, is_enabled: isEnabled }) => (
                <li key={slug} className={`${rowClass} ${mixedRowClass}`}>
                  <Link to="/forms/$slug/integrations" params={{ slug }}>
                    <bdi>{title}</bdi>
                  </Link>
                  {!isEnabled && <Badge>{words.isPaused}</Badge>}
                </li>
              ))}
            </Rows>
          )
        }
      </Loaded>
    </Section>
  );
}
