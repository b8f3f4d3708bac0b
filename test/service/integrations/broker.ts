import { ServiceBroker } from "moleculer";
import { type Call, callOf } from "../../../shared/bus/calls.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import type { DatabaseService } from "../../../shared/bus/service.ts";
import { notFound, notOwner } from "../../../shared/platform/errors.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import { migratedDatabase, testSecretsKey } from "../../support/postgres.ts";

/** The integrations service with a stub for forms and its own database. */
export interface IntegrationsBroker {
  call: Call;
  service: DatabaseService;
  /** Adds a form to this account and returns its slug. */
  newForm(caller: Caller): string;
  locate(slug: string): { form_id: string };
  /** Forms whose position was requested, in order. */
  positionsOf: (string | undefined)[];
  stop(): Promise<void>;
}

export async function startIntegrations(): Promise<IntegrationsBroker> {
  const { url, drop } = await migratedDatabase();
  process.env.DATABASE_URL = url;
  process.env.SECRETS_KEY = testSecretsKey;
  const { default: integrations } = await import("../../../services/integrations/integrations.service.ts");
  const forms = new Map<string, { form_id: string; account_id: string }>();
  const broker = new ServiceBroker({ logger: false });
  broker.createService({
    name: "forms",
    actions: {
      locate(ctx: { params: { caller: Caller; slug: string } }) {
        const { caller, slug } = ctx.params;
        const form = forms.get(slug);
        if (!form) throw notFound("form");
        if (form.account_id !== caller.account_id) throw notOwner("form");
        return { form_id: form.form_id, slug, title: slug, current_version: null };
      },
    },
  });
  let position = 0;
  const positionsOf: (string | undefined)[] = [];
  const eventPosition = ({ params }: { params: { form_id?: string } }) => {
    positionsOf.push(params.form_id);
    return { position: ++position };
  };
  broker.createService({ name: "sessions", actions: { eventPosition } } as never);
  const service = broker.createService(integrations) as DatabaseService;
  await broker.start();
  return {
    call: callOf(broker),
    service,
    positionsOf,
    locate: (slug) => forms.get(slug) as { form_id: string },
    newForm(caller) {
      const slug = `form-${forms.size + 1}`;
      forms.set(slug, { form_id: newUuid(), account_id: caller.account_id });
      return slug;
    },
    async stop() {
      await broker.stop();
      await drop();
    },
  };
}

export const newCaller = (): Caller => ({ account_id: newUuid(), user_id: newUuid(), key_id: null });

export const newestFirst = {
  limit: 20,
  offset: 0,
  ordering: { field: "created", descending: true },
  search: null as string | null,
};
