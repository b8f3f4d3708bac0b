import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { attachedFormsQuery, type IntegrationName } from "../../api/queries/integrations.ts";
import { Badge } from "../../parts/badge.tsx";
import { cardClass } from "../../parts/card.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { mutedClass } from "../../parts/muted.ts";
import { Rows } from "../../parts/rows.tsx";
import { Section } from "../../parts/section.tsx";
import * as words from "../../strings/en/dashboard/integrations.ts";

/** Whose events it receives. */
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
