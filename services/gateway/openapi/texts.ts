import { annotationsTexts } from "../../../shared/api/shapes/annotations.texts.ts";
import { auditTexts } from "../../../shared/api/shapes/audit.texts.ts";
import { authTexts } from "../../../shared/api/shapes/auth.texts.ts";
import { configsTexts } from "../../../shared/api/shapes/configs.texts.ts";
import { correctionsTexts } from "../../../shared/api/shapes/corrections.texts.ts";
import { elsewhereTexts } from "../../../shared/api/shapes/elsewhere.texts.ts";
import { eventsTexts } from "../../../shared/api/shapes/events.texts.ts";
import { filesTexts } from "../../../shared/api/shapes/files.texts.ts";
import { formsTexts } from "../../../shared/api/shapes/forms.texts.ts";
import { imagesTexts } from "../../../shared/api/shapes/images.texts.ts";
import { importsTexts } from "../../../shared/api/shapes/imports.texts.ts";
import { insightsTexts } from "../../../shared/api/shapes/insights.texts.ts";
import { integrationsTexts } from "../../../shared/api/shapes/integrations.texts.ts";
import { linkMailsTexts } from "../../../shared/api/shapes/linkMails.texts.ts";
import { linksTexts } from "../../../shared/api/shapes/links.texts.ts";
import { mailsTexts } from "../../../shared/api/shapes/mails.texts.ts";
import { membersTexts } from "../../../shared/api/shapes/members.texts.ts";
import { presenceTexts } from "../../../shared/api/shapes/presence.texts.ts";
import { responseImportsTexts } from "../../../shared/api/shapes/responseImports.texts.ts";
import { resultsTexts } from "../../../shared/api/shapes/results.texts.ts";
import { retentionTexts } from "../../../shared/api/shapes/retention.texts.ts";
import { savedViewsTexts } from "../../../shared/api/shapes/savedViews.texts.ts";
import { securityTexts } from "../../../shared/api/shapes/security.texts.ts";
import { sessionsTexts } from "../../../shared/api/shapes/sessions.texts.ts";
import { ssoTexts } from "../../../shared/api/shapes/sso.texts.ts";
import { templatesTexts } from "../../../shared/api/shapes/templates.texts.ts";
import { translationsTexts } from "../../../shared/api/shapes/translations.texts.ts";
import { usageTexts } from "../../../shared/api/shapes/usage.texts.ts";
import { workspacesTexts } from "../../../shared/api/shapes/workspaces.texts.ts";
import { conditionTexts } from "../../../shared/domain/conditions/condition.texts.ts";
import { calculationTexts } from "../../../shared/domain/graph/shapes/calculation.texts.ts";
import { diffTexts } from "../../../shared/domain/graph/shapes/diff.texts.ts";
import { graphTexts } from "../../../shared/domain/graph/shapes/graph.texts.ts";
import { problemTexts } from "../../../shared/domain/graph/shapes/problem.texts.ts";
import { simulationTexts } from "../../../shared/domain/graph/shapes/simulation.texts.ts";
import { reasonTexts } from "../../../shared/domain/reason.texts.ts";
import type { Texts } from "../../../shared/domain/texts.ts";
import { themesTexts } from "../../../shared/domain/theme/themes.texts.ts";

/** Texts of all shapes, which stand beside them. */
const described = [
  ...conditionTexts,
  ...reasonTexts,
  ...auditTexts,
  ...authTexts,
  ...calculationTexts,
  ...configsTexts,
  ...diffTexts,
  ...annotationsTexts,
  ...correctionsTexts,
  ...retentionTexts,
  ...eventsTexts,
  ...filesTexts,
  ...formsTexts,
  ...graphTexts,
  ...imagesTexts,
  ...importsTexts,
  ...insightsTexts,
  ...integrationsTexts,
  ...linkMailsTexts,
  ...linksTexts,
  ...mailsTexts,
  ...membersTexts,
  ...problemTexts,
  ...responseImportsTexts,
  ...resultsTexts,
  ...presenceTexts,
  ...savedViewsTexts,
  ...securityTexts,
  ...sessionsTexts,
  ...simulationTexts,
  ...ssoTexts,
  ...templatesTexts,
  ...themesTexts,
  ...translationsTexts,
  ...elsewhereTexts,
  ...usageTexts,
  ...workspacesTexts,
];
/** Texts of a shape's properties. */
export const textsOf: ReadonlyMap<unknown, Texts> = new Map(
  described.flatMap(({ shapes, texts }) => shapes.map((shape) => [shape, texts] as const)),
);
