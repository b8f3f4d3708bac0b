import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { responseDeliveriesQuery } from "../../api/queries/responses.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { mutedClass } from "../../parts/muted.ts";
import { Section } from "../../parts/section.tsx";
import { title } from "../../strings/en/dashboard/deliveries.ts";
import * as words from "../../strings/en/dashboard/responses.ts";
import { DeliveryTable } from "../deliveries/deliveryTable.tsx";

/** Deliveries of a response, newest first, as they happen. */
export function Deliveries({ slug, id }: { slug: string; id: string }) {
  const query = useQuery(responseDeliveriesQuery(slug, id));
  const queryClient = useQueryClient();
  return (
    <Section title={title}>
      <Loaded query={query}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <p className={mutedClass}>
              {words.noDeliveries}{" "}
              <Link to="/forms/$slug/integrations" params={{ slug }}>
                {words.toIntegrations}
              </Link>
            </p>
          ) : (
            <DeliveryTable
              deliveries={deliveries}
              canRetry
              onRetry={() =>
                void queryClient.invalidateQueries({ queryKey: responseDeliveriesQuery(slug, id).queryKey })
              }
            />
          )
        }
      </Loaded>
    </Section>
  );
}
