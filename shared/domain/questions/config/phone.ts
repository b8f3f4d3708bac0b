import type { CountryCode } from "libphonenumber-js/max";
import { field, Type } from "../../schema.ts";
import { defaults } from "../defaults.ts";
import { declare, reportRepeats } from "./declaration.ts";
import { Unique } from "./exact.ts";

const Country = (options = {}) =>
  Type.Unsafe<CountryCode>(Type.String({ format: "country-code", maxLength: 2, ...options }));

export const phone = declare(
  "phone",
  {
    default_country: Type.Optional(
      Country(field("country", "Default country", "For numbers without a leading +. Two letters, such as DE.")),
    ),
    allowed_countries: Type.Optional(
      Type.Array(Country(), {
        ...field("country_list", "Allowed countries", "Accept only these countries. Leave empty to accept all."),
        maxItems: 300,
        default: defaults.phone.allowed_countries,
      }),
    ),
    unique: Type.Optional(Unique),
  },
  ({ default_country, allowed_countries }, report) => {
    reportRepeats(allowed_countries, "allowed_countries", null, report);
    if (default_country && allowed_countries.length > 0 && !allowed_countries.includes(default_country)) {
      report(["default_country"], { kind: "not_in_setting", setting: "allowed_countries" });
    }
  },
);
