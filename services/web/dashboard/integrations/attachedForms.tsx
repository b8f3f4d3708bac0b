import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import * as words from "../../strings/en/dashboard/integrations.ts";
import { Badge } from "../../ui/badge.tsx";
import { cardClass } from "../../ui/card.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { mutedClass } from "../../ui/muted.ts";
import { Rows } from "../../ui/rows.tsx";
import { Section } from "../../ui/section.tsx";
import { attachedFormsQuery, type IntegrationName } from "../api/queries/integrations.ts";

/** Forms whose events the integration receives. */
export function AttachedForms({ name }: { name: IntegrationName }) {
  const query = useQuery(attachedFormsQuery(name));
  return (
    <Section title={words.attachedForms}>
      <div className={cardClass}>
        <Loaded query={query}>
          {({ count, results }) =>
            count === 0 ? (
              <>
                <p>{words.notAttached}</p>
                <p className={mutedClass}>{words.attachHow}</p>
                <Link to="/">{words.toForms}</Link>
              </>
            ) : (
              <Rows>
                {results.map(({ slug, title, is_enabled: isEnabled }) => (
                  <li key={slug}>
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
      </div>
    </Section>
  );
}
