import { texts } from "../../domain/texts.ts";
import { colors } from "../../domain/theme/themes.texts.ts";
import { settingTexts } from "./formSettings.ts";
import * as forms from "./forms.ts";
import { author } from "./workspaces.texts.ts";

/** Texts of the API about the properties of forms.ts. */
export const formsTexts = [
  texts([forms.CreateFormBody, forms.UpdateFormBody, forms.FormListItem, forms.FormDetail], {
    id: "ID of the form. It never changes.",
    ...settingTexts,
    title: "Title that owners and respondents see.",
    slug: "The form's part of its URLs. Links with an earlier slug stop working.",
    labels: "Labels by which the workspace sorts its forms, unique without regard to case.",
    has_published_version: "True once the form was published.",
    published_version: "Number of the version that respondents get. Null before the first one.",
    published_at: "Time when that version was published.",
    has_unpublished_changes:
      "True if the draft's graph or title differs from the current version. Ids of edges and positions don't count.",
    draft_saved_at: "Time when the draft was last saved.",
    total_sessions: "Number of sessions in every state.",
    completed_sessions: "Number of completed sessions.",
    completion_rate: "Completed sessions divided by all sessions, from 0 to 1. Null without sessions.",
    daily_completed: "Completed sessions of each of the last 14 UTC days, the oldest first.",
    theme_colors: ["Colors of the form's theme, for previews.", colors],
    created_by: ["Author of the form. Null if that was before workspaces had members.", author],
    created: "Time when the form was created.",
    modified: "Time of the form's last change.",
    theme_id: "ID of the theme to use. Null for the theme “Default”.",
    template: "ID of a template. Its graph becomes the form's draft.",
    theme: "The theme that the form's page uses.",
  }),
  texts(forms.CopyFormBody, {
    title: "Title of the copy. Defaults to `Copy of` with the original's title.",
    from: "Copies the draft, or the version with this number.",
  }),
  texts(forms.DraftQuery, {
    exclude: "`translations` leaves them out of the graph. A PUT then keeps those of the draft.",
  }),
  texts(forms.SaveDraftBody, {
    title: "Title of the form.",
    graph: "The graph to save. It can be unfinished.",
  }),
  texts([forms.SavedDraft, forms.Draft], {
    title: "Title of the form.",
    graph: "The graph as last saved. It can be unfinished.",
    last_saved_at: "Time when the draft was last saved. Null if it never was.",
    saved_by: ["Author of the last save. Null if that was before workspaces had members.", author],
    problems: "Problems of the graph, errors first.",
  }),
  texts(forms.Validation, {
    is_valid: "True if the graph has no errors, so that it can be published.",
    problems: "Errors and warnings of the graph, in its order.",
  }),
  texts(forms.Published, {
    version_number: "Number of the new version.",
    published_at: "Time of publication. Respondents get the version from then on.",
    problems: "Warnings of the published graph.",
  }),
  texts([forms.Version, forms.VersionDetail], {
    id: "ID of the version.",
    version_number: "Number of the version, starting at 1.",
    status: "State of the version. Every version is published.",
    is_valid: "Always true, because only graphs without errors are published.",
    published_at: "Time when the version was published.",
    published_by: ["Publisher of the version. Null if that was before workspaces had members.", author],
    node_count: "Number of nodes, including screens.",
    edge_count: "Number of edges between nodes.",
    is_current: "True if new sessions walk this version.",
    graph: "The published graph. It never changes.",
  }),
  texts(forms.FormsQuery, {
    is_active: "`true` (default), `false` for archived forms, or `all`.",
    has_unpublished_changes: "Only forms whose draft differs from the current version, or not.",
    theme_id: "Only forms with this theme.",
    label: "Only forms with this label, without regard to case. Sent several times: with all of them.",
  }),
  texts(forms.Label, {
    label: "The label, as it is spelled.",
    forms_count: "Number of active forms that have it.",
  }),
  texts(forms.MoveFormBody, {
    workspace_id: "ID of the workspace that gets the form.",
    is_dry_run: "True to only see what would be left behind.",
  }),
  texts(forms.MovedForm, {
    form: "The moved form, as its new workspace sees it.",
    left: [
      "Everything that stays in the old workspace.",
      {
        kind: "Its kind. Themes and images stay, and the form gets copies.",
        name: "Its name, a person's address, or the ID of an image.",
      },
    ],
  }),
];
