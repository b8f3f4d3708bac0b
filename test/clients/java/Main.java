import java.net.CookieManager;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.util.List;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

/** Runs the main workflow with the generated Java client, from registration to a delivery retry. */
public class Main {
  static final String graph = """
      {
        "schema_version": "2.0", "entry_node_id": "nps", "fallback_end_node_id": "thanks",
        "nodes": [
          {"id": "nps", "question_type": "opinion_scale", "data": {"title": "Recommend us?", "is_required": true}},
          {"id": "why", "question_type": "long_text", "data": {"title": "Why?"}},
          {"id": "thanks", "question_type": "end_screen", "data": {"title": "Thank you"}}
        ],
        "edges": [
          {"from": "nps", "to": "thanks"},
          {"from": "nps", "to": "why", "condition": null},
          {"from": "why", "to": "thanks", "condition": null}
        ]
      }""";

  static void check(boolean holds, String what) {
    if (!holds) throw new IllegalStateException(what);
  }

  static ApiClient client() {
    var client = new ApiClient();
    client.updateBaseUri(System.getenv("PATHFORM_URL"));
    return client;
  }

  public static void main(String[] arguments) throws Exception {
    var owner = register();
    var slug = publish(owner);
    var integration = attach(owner, slug);
    var session = respond(slug);
    read(owner, slug, session);
    deliverAgain(owner, slug, session, integration);
  }

  static ApiClient register() throws Exception {
    var browser = client();
    browser.setHttpClientBuilder(HttpClient.newBuilder().cookieHandler(new CookieManager()));
    var email = UUID.randomUUID() + "@example.com";
    new SignInApi(browser).register(new RegisterBody().email(email).password("a long password").name("Ada"));
    var key = new AccountApi(browser).createApiKey(new CreateKeyBody().name("Java").scopes(null)).getKey();
    var owner = client();
    owner.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + key));
    return owner;
  }

  static String publish(ApiClient owner) throws Exception {
    var slug = new FormsApi(owner).createForm(new CreateFormBody().title("From Java"), null).getSlug();
    var drafts = new DraftsAndVersionsApi(owner);
    var draft = ApiClient.createDefaultObjectMapper().readValue(graph, SubmittedGraph.class);
    // not parsed from JSON, because this client can't distinguish the kinds of conditions there
    var promoter = new ConditionInput(new ComparisonInput().op(ComparisonInput.OpEnum.GTE).right(9));
    draft.getEdges().get(0).condition(new SubmittedEdgeCondition(promoter));
    drafts.saveDraft(slug, new SaveDraftBody().graph(draft), null, null, null);
    check(drafts.publishForm(slug, null).getVersionNumber() == 1, "not version 1");
    return slug;
  }

  static UUID attach(ApiClient owner, String slug) throws Exception {
    var config = new WebhookConfig().url(System.getenv("RECEIVER_URL"));
    var body = new CreateIntegrationBody().name("Receiver").config(new CreateIntegrationBodyConfig(config));
    var webhook = new IntegrationsApi(owner).createIntegration("webhook", body, null).getWebhookIntegration();
    var events = List.of(EventName.SESSION_COMPLETED);
    var attachment = new AttachBody().integrationId(webhook.getId()).events(events);
    new FormIntegrationsApi(owner).attachIntegration(slug, attachment, null);
    return webhook.getId();
  }

  static UUID respond(String slug) throws Exception {
    var respondents = new RespondentsApi(client());
    var session = respondents.startSession(slug, new StartBody()).getId();
    var next = respondents.submitAnswer(session, new NextBody().nodeId("nps").value(3), null);
    check(next.getNextNodeId().equals("why"), "the branch leads elsewhere");
    var changed = respondents.submitAnswer(session, new NextBody().nodeId("nps").value(9).back(true), null);
    check(changed.getIsComplete() && changed.getTraversalPath().equals(List.of("nps", "thanks")), "going back failed");
    respondents.completeSession(session, null);
    return session;
  }

  static void read(ApiClient owner, String slug, UUID session) throws Exception {
    var responses = new ResponsesApi(owner);
    var list = responses.listResponses(slug, null, null, "2026-01-31", null, null, null, null, null, null, null, null, null, null, null);
    check(list.getCount() == 1, "not one response");
    check(responses.getResponse(slug, session).getAnswers().size() == 1, "not one answer");
    var export = responses.exportResponses(slug, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null);
    check(Files.readString(export.toPath()).contains("[nps]"), "the export lacks the question");
  }

  static void deliverAgain(ApiClient owner, String slug, UUID session, UUID integration) throws Exception {
    var first = deliveries(owner, slug, session, 1).get(0);
    check(first.getStatus().toString().equals("success"), "the delivery failed");
    check(new DeliveriesApi(owner).retryDelivery("webhook", integration, first.getId(), null).getQueued(), "not queued");
    deliveries(owner, slug, session, 2);
  }

  /** Waits for this number of the session's deliveries and returns them. */
  static List<Delivery> deliveries(ApiClient owner, String slug, UUID session, int count) throws Exception {
    for (int look = 0; look < 300; look++) {
      var found = new ResponsesApi(owner).listResponseDeliveries(slug, session);
      if (found.size() >= count) return found;
      Thread.sleep(100);
    }
    throw new IllegalStateException(count + " deliveries did not come");
  }
}
