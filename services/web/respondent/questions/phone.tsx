import type { CountryCode, Examples } from "libphonenumber-js/max";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { contactText } from "../../../../shared/domain/contactText.ts";
import type { ConfigOf } from "../../../../shared/domain/questions/config/declaration.ts";
import type * as config from "../../../../shared/domain/questions/config/phone.ts";
import { words, wordsLang } from "../words.ts";
import { examples } from "./examples.ts";
import { fieldAttributes } from "./parts/fieldAttributes.ts";
import { textOf } from "./parts/textInput.tsx";
import { useHeldSubmit } from "./parts/unsent.ts";
import {
  countryTyped,
  type PhoneFields,
  type PhoneNumbers,
  phoneAnswer,
  phoneExample,
  phoneFields,
} from "./phoneNumbers.ts";
import type { QuestionProps } from "./question.ts";

type Config = ConfigOf<typeof config.phone, "phone">;

/** Fields as the respondent changed them. The country is absent until the library is loaded. */
type Typed = Omit<PhoneFields, "country"> & Partial<PhoneFields>;

/** Country and national number. Until the library is loaded, only the full number. */
export default function Phone(question: QuestionProps<Config>) {
  const { config, value, onChange, onContinue, isDisabled } = question;
  const { library, examples: exampleNumbers, isLoading } = usePhoneNumbers();
  const [typed, setTyped] = useState<Typed | null>(null);
  const latest = useRef(typed);
  const fields = fieldsOf(typed, textOf(value), config, library);

  const change = (next: Typed) => {
    latest.current = library ? fieldsOf(next, "", config, library) : { text: next.text };
    setTyped(latest.current);
    answer();
  };
  const answer = () => {
    if (!latest.current) return;
    const now = fieldsOf(latest.current, "", config, library);
    onChange(library ? phoneAnswer(now, library) : contactText(now.text) || null);
  };
  // texts of problems name a number of the same country as the empty field
  const example = fields.country && exampleNumbers && library?.getExampleNumber(fields.country, exampleNumbers);
  if (example) examples.phone = example.formatInternational();
  const isHeld = useRef(false);
  const row = useHeldSubmit<HTMLDivElement>(isLoading && fields.text !== "", () => {
    isHeld.current = true;
  });
  // reads what is typed by now, because letters arrive between the drawing and its effects
  useEffect(answer, [library]);
  // Continue waits for the library, which knows a number without its country code
  useEffect(() => {
    if (isHeld.current && !isLoading) onContinue();
  }, [isLoading]);
  return (
    <div class="field-row phone" ref={row}>
      {library && (
        <CountrySelect
          question={question}
          country={fields.country}
          library={library}
          onChange={(country) => change({ ...fields, country })}
        />
      )}
      <input
        {...fieldAttributes(question)}
        class="field"
        type="tel"
        inputMode="tel"
        autocomplete={fields.country ? "tel-national" : "tel"}
        enterKeyHint="next"
        dir="ltr"
        readOnly={isDisabled}
        placeholder={library && exampleNumbers ? phoneExample(fields.country, library, exampleNumbers) : undefined}
        value={fields.text}
        onInput={({ currentTarget }) => change({ ...fields, text: currentTarget.value })}
      />
    </div>
  );
}

/** Returns what the fields show: what was typed, or else the answer. */
function fieldsOf(typed: Typed | null, answer: string, config: Config, library: PhoneNumbers | null): PhoneFields {
  if (!library) return { country: null, text: typed?.text ?? answer };
  if (!typed) return phoneFields(answer, firstCountry(config), library);
  const { text, country = firstCountry(config) } = typed;
  return { text, country: countryTyped({ text, country }, library) ?? country };
}

interface CountryProps {
  question: QuestionProps<Config>;
  country: CountryCode | null;
  library: PhoneNumbers;
  onChange(country: CountryCode | null): void;
}

/** A native list. Its closed state is drawn over it, because country name and code are too long. */
function CountrySelect({ question, country, library, onChange }: CountryProps) {
  const { config, language, isDisabled } = question;
  const countries = useMemo(() => countriesOf(config, language, library), [config, language, library]);
  return (
    <span class="select country">
      <select
        class="field"
        aria-label={words.fields.country}
        disabled={isDisabled}
        value={country ?? ""}
        onChange={({ currentTarget }) => onChange((currentTarget.value || null) as CountryCode | null)}
      >
        {config.allowed_countries.length === 0 && (
          <option value="" lang={wordsLang()}>
            {words.fields.anyCountry}
          </option>
        )}
        {countries.map(({ code, name, calling }) => (
          <option key={code} value={code}>
            {`${name} (+${calling})`}
          </option>
        ))}
      </select>
      <span class="country-shown" aria-hidden="true" dir="ltr">
        {country ? `${country} +${library.getCountryCallingCode(country)}` : "+"}
      </span>
    </span>
  );
}

function countriesOf({ allowed_countries }: Config, language: string, library: PhoneNumbers) {
  const codes = allowed_countries.length > 0 ? allowed_countries : library.getCountries();
  const names = new Intl.DisplayNames(language, { type: "region" });
  return codes
    .map((code) => ({ code, name: names.of(code) ?? code, calling: library.getCountryCallingCode(code) }))
    .sort((a, b) => a.name.localeCompare(b.name, language));
}

/** Returns the question's default country, or that of the browser's language if it is allowed. */
function firstCountry({ default_country, allowed_countries }: Config): CountryCode | null {
  if (default_country) return default_country;
  const region = new Intl.Locale(navigator.language).region as CountryCode | undefined;
  if (allowed_countries.length === 0) return region ?? null;
  return (region && allowed_countries.includes(region) ? region : allowed_countries[0]) ?? null;
}

interface Loaded {
  library: PhoneNumbers | null;
  examples: Examples | null;
  isLoading: boolean;
}

function usePhoneNumbers(): Loaded {
  const [loaded, setLoaded] = useState<Loaded>({ library: null, examples: null, isLoading: true });
  useEffect(() => {
    Promise.all([import("libphonenumber-js/max"), import("libphonenumber-js/mobile/examples")]).then(
      ([
        { parsePhoneNumberFromString, getCountries, getCountryCallingCode, getExampleNumber },
        { default: examples },
      ]) =>
        setLoaded({
          library: { parsePhoneNumberFromString, getCountries, getCountryCallingCode, getExampleNumber },
          examples,
          isLoading: false,
        }),
      // a full number works without the library
      () => setLoaded({ library: null, examples: null, isLoading: false }),
    );
  }, []);
  return loaded;
}
