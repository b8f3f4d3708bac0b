import type { Condition } from "../../domain/conditions/condition.ts";
import { Condition as ConditionShape } from "../../domain/conditions/condition.ts";
import { languageLimit } from "../../domain/limits.ts";
import { Closed, Name, Nullable, type Static, Timestamp, Type, Uuid } from "../../domain/schema.ts";
import { deliveryCondition, EventName, SentPersonal } from "./integrations.ts";

/** Email notifications of a form (features §17). */
export const mailsPerForm = 20;

const nodeId = () => Type.Optional(Nullable(Type.String({ maxLength: 64 })));
const addresses = () => Nullable(Type.Array(Type.String({ maxLength: 254 }), { minItems: 1, maxItems: 10 }));
const Digest = Type.Enum(["none", "daily"]);

const subject = () => Type.String({ minLength: 1, maxLength: 200 });
const text = () => Type.String({ maxLength: 5000 });
/** Subject and text of a copy in other languages, by language tag (features §17). */
const translations = () =>
  Type.Record(Type.String({ maxLength: 35 }), Closed({ subject: subject(), text: text() }), {
    maxProperties: languageLimit,
  });

const optional = {
  event: Type.Optional(EventName),
  to: Type.Optional(addresses()),
  to_node_id: nodeId(),
  reply_to_node_id: nodeId(),
  include_answers: Type.Optional(Type.Boolean()),
  condition: Type.Optional(deliveryCondition()),
  personal: Type.Optional(SentPersonal()),
  digest: Type.Optional(Digest),
  is_enabled: Type.Optional(Type.Boolean()),
  translations: Type.Optional(translations()),
};

export const CreateMailBody = Closed({ name: Name(), subject: subject(), text: text(), ...optional });
export const UpdateMailBody = Closed({
  name: Type.Optional(Name()),
  subject: Type.Optional(subject()),
  text: Type.Optional(text()),
  ...optional,
});

export const Mail = Closed({
  id: Uuid(),
  name: Type.String(),
  event: EventName,
  to: Nullable(Type.Array(Type.String())),
  to_node_id: Nullable(Type.String()),
  reply_to_node_id: Nullable(Type.String()),
  subject: Type.String(),
  text: Type.String(),
  translations: translations(),
  include_answers: Type.Boolean(),
  condition: Type.Unsafe<Condition | null>({ documented: Nullable(ConditionShape) }),
  personal: SentPersonal(),
  digest: Digest,
  is_enabled: Type.Boolean(),
  status: Type.Enum(["active", "pending", "stopped"]),
  created: Timestamp(),
});

export type CreateMailBody = Static<typeof CreateMailBody>;
export type UpdateMailBody = Static<typeof UpdateMailBody>;
export type Mail = Static<typeof Mail>;
