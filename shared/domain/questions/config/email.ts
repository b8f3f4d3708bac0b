import { field, Type } from "../../schema.ts";
import { defaults } from "../defaults.ts";
import { declare, type Report, reportRepeats } from "./declaration.ts";
import { Unique } from "./exact.ts";

const Domains = (title: string, description: string) =>
  Type.Array(Type.String({ format: "hostname", maxLength: 253 }), {
    ...field("text_list", title, description),
    maxItems: 1000,
    default: defaults.email.allowed_domains,
  });

export const email = declare(
  "email",
  {
    allowed_domains: Type.Optional(Domains("Allowed domains", "Accept only these domains. Leave empty to accept all.")),
    blocked_domains: Type.Optional(Domains("Blocked domains", "Reject these domains.")),
    unique: Type.Optional(Unique),
  },
  ({ allowed_domains, blocked_domains }, report) => {
    reportSameDomains(allowed_domains, "allowed_domains", report);
    reportSameDomains(blocked_domains, "blocked_domains", report);
  },
);

function reportSameDomains(domains: string[], path: string, report: Report) {
  const lowered = domains.map((domain) => domain.toLowerCase());
  reportRepeats(lowered, path, null, report);
}
