import { useQuery } from "@tanstack/react-query";
import type { Template } from "../../../../shared/api/shapes/templates.ts";
import * as words from "../../strings/en/dashboard/forms.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { templatesQuery } from "../api/queries/templates.ts";
import { CardSkeletons, TemplateCards } from "./cards.tsx";
import styles from "./templates.module.css";

/** One of four categories each. */
const featured = ["nps", "event-registration", "phq-9", "job-application"];

/** Templates on the home page. */
export function StartFromTemplate({ onChoose, onAll }: { onChoose: (template: Template) => void; onAll: () => void }) {
  const query = useQuery(templatesQuery);
  // the gallery shows the error and retries, and forms above stay usable
  if (query.isError && !query.data) return null;
  return (
    <section className={styles.home}>
      <div className={styles.homeHead}>
        <h2>{words.startFromTemplate}</h2>
        <button type="button" className="text-link" onClick={onAll}>
          {words.allTemplates}
        </button>
      </div>
      <Loaded query={query} skeleton={<CardSkeletons count={4} />}>
        {(templates) => (
          <TemplateCards
            templates={featured.flatMap((id) => templates.find((template) => template.id === id) ?? [])}
            onChoose={onChoose}
          />
        )}
      </Loaded>
    </section>
  );
}
