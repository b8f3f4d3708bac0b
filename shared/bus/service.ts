import type { Context, ServiceSchema } from "moleculer";
import type { Database, LazySchema, SchemaOptions } from "../platform/database/open.ts";
import { keepDeadline } from "../platform/deadlines/onArrival.ts";
import type { Loop } from "../platform/loop.ts";
import { type ActionsOf, type BusService, callOf, type DatabaseService } from "./calls.ts";
import type { ActionName } from "./contract.ts";
import { workEvents } from "./wakes.ts";

export type { BusService, DatabaseService };

type ServiceName<N extends string = ActionName> = N extends `${infer S}.${string}` ? S : never;

/** Definition of a service: its actions, and the resources that it opens and closes. `This` is the service's type. */
export interface Definition<S extends string, This extends BusService> {
  name: S;
  mixins?: ServiceSchema["mixins"];
  settings?: Record<string, unknown>;
  actions: ActionsOf<S, This>;
  // biome-ignore lint/suspicious/noExplicitAny: each handler names its params
  events?: Record<string, (this: Partial<This>, context: Context<any>) => void>;
  /** Database schema. `this.database` is open from before `started` until after `stopped`. */
  schema?: SchemaOptions | LazySchema;
  created?(this: This): void;
  started?(this: This): Promise<void> | void;
  /** Starts background loops, after `started`. They stop before `stopped`. */
  loops?(this: This): Loop[];
  /** Starts draining. Resolves when all clients have their responses (shared/platform/ops/drain.ts). */
  drain?(this: This): Promise<void>;
  /** Also runs after a failed start, when members may be missing. */
  stopped?(this: Partial<This>): Promise<void> | void;
}

interface Opened {
  database?: Database;
  loops?: Loop[];
}

/** Returns the Moleculer schema of a service. Its actions reject calls after their deadline (deadline.ts). */
export function defineService<S extends ServiceName | "gateway", This extends BusService = DatabaseService>(
  definition: Definition<S, This>,
): ServiceSchema<object, object, object, This & Opened> {
  const { schema, created, started, loops, drain, stopped, events, ...rest } = definition;
  return {
    ...rest,
    events: { ...events, ...workEvents(definition.name) },
    hooks: { before: { "*": (context: Context) => keepDeadline(context) } },
    methods: drain ? { drain } : {},
    created() {
      this.call = callOf(this.broker);
      created?.call(this);
    },
    async started() {
      if (schema) {
        // lazy import: a gateway has no database and starts 25% faster without its packages
        const { openDatabase } = await import("../platform/database/open.ts");
        this.database = await openDatabase(schema, this.logger);
      }
      await started?.call(this);
      this.loops = loops?.call(this) ?? [];
    },
    async stopped() {
      await Promise.all((this.loops ?? []).map((loop) => loop.stop()));
      await stopped?.call(this);
      if (schema) await this.database?.close();
    },
  };
}
