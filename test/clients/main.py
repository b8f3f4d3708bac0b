"""The main job with the generated Python client: from registering to retrying a delivery."""

import os
import time
from uuid import uuid4

from pathform import AuthenticatedClient, Client
from pathform.api.account import create_api_key
from pathform.api.deliveries import retry_delivery
from pathform.api.drafts_and_versions import publish_form, save_draft
from pathform.api.form_integrations import attach_integration
from pathform.api.forms import create_form
from pathform.api.integrations import create_integration
from pathform.api.respondents import complete_session, start_session, submit_answer
from pathform.api.responses import (
    export_responses,
    get_response,
    list_responses,
    list_response_deliveries,
)
from pathform.api.sign_in import register
from pathform.models import (
    AttachBody,
    CreateFormBody,
    CreateIntegrationBody,
    CreateKeyBody,
    Error,
    NextBody,
    RegisterBody,
    SaveDraftBody,
    StartBody,
    WebhookConfig,
    WebhookIntegration,
)

url, receiver = os.environ["PATHFORM_URL"], os.environ["RECEIVER_URL"]

graph = {
    "schema_version": "2.0",
    "entry_node_id": "nps",
    "fallback_end_node_id": "thanks",
    "nodes": [
        {"id": "nps", "question_type": "opinion_scale", "data": {"title": "Recommend us?", "is_required": True}},
        {"id": "why", "question_type": "long_text", "data": {"title": "Why?"}},
        {"id": "thanks", "question_type": "end_screen", "data": {"title": "Thank you"}},
    ],
    "edges": [
        {"from": "nps", "to": "thanks", "condition": {"op": "gte", "right": 9}},
        {"from": "nps", "to": "why", "condition": None},
        {"from": "why", "to": "thanks", "condition": None},
    ],
}


def told(answer):
    """What the service answered; an error or an answer that the client could not read ends the program."""
    if answer is None or isinstance(answer, Error):
        raise SystemExit(f"refused: {answer}")
    return answer


browser = Client(base_url=url)
email = f"{uuid4()}@example.com"
told(register.sync(client=browser, body=RegisterBody(email=email, password="a long password", name="Ada")))
key = told(create_api_key.sync(client=browser, body=CreateKeyBody(name="Python"))).key
owner = AuthenticatedClient(base_url=url, token=key)

slug = told(create_form.sync(client=owner, body=CreateFormBody(title="From Python"))).slug
told(save_draft.sync(slug, client=owner, body=SaveDraftBody.from_dict({"graph": graph})))
assert told(publish_form.sync(slug, client=owner)).version_number == 1

config = WebhookConfig(url=receiver)
body = CreateIntegrationBody(name="Receiver", config=config)
integration = told(create_integration.sync("webhook", client=owner, body=body))
assert isinstance(integration, WebhookIntegration) and integration.config.url == receiver
attachment = AttachBody.from_dict({"integration_id": str(integration.id), "events": ["session.completed"]})
told(attach_integration.sync(slug, client=owner, body=attachment))

respondent = Client(base_url=url)
session = told(start_session.sync(slug, client=respondent, body=StartBody())).id
assert told(submit_answer.sync(session, client=respondent, body=NextBody("nps", 3))).next_node_id == "why"
changed = told(submit_answer.sync(session, client=respondent, body=NextBody("nps", 9, True)))
assert changed.is_complete and changed.traversal_path == ["nps", "thanks"]
told(complete_session.sync(session, client=respondent))

assert told(list_responses.sync(slug, client=owner, started_at_from="2026-01-31")).count == 1
assert told(get_response.sync(slug, session, client=owner)).answers[0].answer == 9
assert "[nps]" in export_responses.sync_detailed(slug, client=owner).content.decode()


def deliveries(count):
    """The session's deliveries, as soon as there are so many."""
    for _ in range(300):
        found = told(list_response_deliveries.sync(slug, session, client=owner))
        if len(found) >= count:
            return found
        time.sleep(0.1)
    raise SystemExit(f"{count} deliveries did not come")


first = deliveries(1)[0]
assert first.status == "success", first
assert told(retry_delivery.sync("webhook", integration.id, first.id, client=owner)).queued
assert len(deliveries(2)) == 2
