// Runs the main workflow with the generated Go client, from registration to a delivery retry.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"net/http/cookiejar"
	"os"
	"time"

	openapi_types "github.com/oapi-codegen/runtime/types"

	"pathform.example/clients/pathform"
)

const graph = `{
	"schema_version": "2.0", "entry_node_id": "nps", "fallback_end_node_id": "thanks",
	"nodes": [
		{"id": "nps", "question_type": "opinion_scale", "data": {"title": "Recommend us?", "is_required": true}},
		{"id": "why", "question_type": "long_text", "data": {"title": "Why?"}},
		{"id": "thanks", "question_type": "end_screen", "data": {"title": "Thank you"}}
	],
	"edges": [
		{"from": "nps", "to": "thanks", "condition": {"op": "gte", "right": 9}},
		{"from": "nps", "to": "why", "condition": null},
		{"from": "why", "to": "thanks", "condition": null}
	]
}`

var ctx = context.Background()

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// Returns the parsed response, or exits.
func told[T any](parsed *T, status int, body []byte, err error) T {
	must(err)
	if parsed == nil {
		log.Fatalf("refused: %d %s", status, body)
	}
	return *parsed
}

func check(holds bool, what string) {
	if !holds {
		log.Fatal(what)
	}
}

func open(options ...pathform.ClientOption) *pathform.ClientWithResponses {
	client, err := pathform.NewClientWithResponses(os.Getenv("PATHFORM_URL"), options...)
	must(err)
	return client
}

func main() {
	owner := register()
	slug := publish(owner)
	integration := attach(owner, slug)
	session := respond(slug)
	read(owner, slug, session)
	deliverAgain(owner, slug, session, integration)
}

func register() *pathform.ClientWithResponses {
	jar, err := cookiejar.New(nil)
	must(err)
	browser := open(pathform.WithHTTPClient(&http.Client{Jar: jar}))
	email := fmt.Sprintf("go-%d@example.com", time.Now().UnixNano())
	user, err := browser.RegisterWithResponse(ctx, pathform.RegisterBody{Email: email, Password: "a long password", Name: "Ada"})
	told(user.JSON201, user.StatusCode(), user.Body, err)
	created, err := browser.CreateApiKeyWithResponse(ctx, pathform.CreateKeyBody{Name: "Go"})
	key := told(created.JSON201, created.StatusCode(), created.Body, err).Key
	return open(pathform.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+key)
		return nil
	}))
}

func publish(owner *pathform.ClientWithResponses) string {
	form, err := owner.CreateFormWithResponse(ctx, nil, pathform.CreateFormBody{Title: "From Go"})
	slug := told(form.JSON201, form.StatusCode(), form.Body, err).Slug
	var draft pathform.SaveDraftBody
	must(json.Unmarshal([]byte(graph), &draft.Graph))
	saved, err := owner.SaveDraftWithResponse(ctx, slug, nil, draft)
	told(saved.JSON200, saved.StatusCode(), saved.Body, err)
	version, err := owner.PublishFormWithResponse(ctx, slug, nil)
	check(told(version.JSON201, version.StatusCode(), version.Body, err).VersionNumber == 1, "not version 1")
	return slug
}

func attach(owner *pathform.ClientWithResponses, slug string) openapi_types.UUID {
	body := pathform.CreateIntegrationBody{Name: "Receiver"}
	must(body.Config.FromWebhookConfig(pathform.WebhookConfig{Url: os.Getenv("RECEIVER_URL")}))
	created, err := owner.CreateIntegrationWithResponse(ctx, "webhook", nil, body)
	union := told(created.JSON201, created.StatusCode(), created.Body, err)
	record, err := union.ValueByDiscriminator()
	must(err)
	webhook, isWebhook := record.(pathform.WebhookIntegration)
	check(isWebhook, "the union is no webhook")
	attached, err := owner.AttachIntegrationWithResponse(ctx, slug, nil, pathform.AttachBody{
		IntegrationId: webhook.Id,
		Events:        []pathform.EventName{"session.completed"},
	})
	told(attached.JSON201, attached.StatusCode(), attached.Body, err)
	return webhook.Id
}

func respond(slug string) openapi_types.UUID {
	respondent := open()
	started, err := respondent.StartSessionWithResponse(ctx, slug, pathform.StartBody{})
	session := told(started.JSON201, started.StatusCode(), started.Body, err).Id
	answer := func(value float32, back bool) pathform.Next {
		var given interface{} = value
		next, err := respondent.SubmitAnswerWithResponse(ctx, session, nil, pathform.NextBody{NodeId: "nps", Value: given, Back: &back})
		return told(next.JSON200, next.StatusCode(), next.Body, err)
	}
	check(answer(3, false).NextNodeId == "why", "the branch leads elsewhere")
	check(answer(9, true).IsComplete, "going back leads elsewhere")
	completed, err := respondent.CompleteSessionWithResponse(ctx, session, pathform.CompleteBody{})
	told(completed.JSON200, completed.StatusCode(), completed.Body, err)
	return session
}

func read(owner *pathform.ClientWithResponses, slug string, session openapi_types.UUID) {
	from := "2026-01-31"
	list, err := owner.ListResponsesWithResponse(ctx, slug, &pathform.ListResponsesParams{StartedAtFrom: &from})
	check(told(list.JSON200, list.StatusCode(), list.Body, err).Count == 1, "not one response")
	detail, err := owner.GetResponseWithResponse(ctx, slug, session, nil)
	check(len(told(detail.JSON200, detail.StatusCode(), detail.Body, err).Answers) == 1, "not one answer")
	export, err := owner.ExportResponsesWithResponse(ctx, slug, nil)
	must(err)
	check(bytes.Contains(export.Body, []byte("[nps]")), "the export lacks the question")
}

func deliverAgain(owner *pathform.ClientWithResponses, slug string, session, integration openapi_types.UUID) {
	first := deliveries(owner, slug, session, 1)[0]
	check(first.Status == "success", "the delivery failed")
	retried, err := owner.RetryDeliveryWithResponse(ctx, "webhook", integration, first.Id, nil)
	check(told(retried.JSON200, retried.StatusCode(), retried.Body, err).Queued, "not queued")
	deliveries(owner, slug, session, 2)
}

// Waits for this number of the session's deliveries and returns them.
func deliveries(owner *pathform.ClientWithResponses, slug string, session openapi_types.UUID, count int) []pathform.Delivery {
	for range 300 {
		answer, err := owner.ListResponseDeliveriesWithResponse(ctx, slug, session)
		if found := told(answer.JSON200, answer.StatusCode(), answer.Body, err); len(found) >= count {
			return found
		}
		time.Sleep(100 * time.Millisecond)
	}
	log.Fatalf("%d deliveries did not come", count)
	return nil
}
