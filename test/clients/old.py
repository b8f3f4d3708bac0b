"""A client that was generated before forms had show_if, pages and calculations (before.json.gz) walks forms with and without them."""

import os
from uuid import uuid4

from before import AuthenticatedClient, Client
from before.api.account import create_api_key
from before.api.drafts_and_versions import publish_draft_as_new_version
from before.api.forms import create_form
from before.api.respondents import complete_session, get_published_form, resume_session, start_session, submit_answer
from before.api.responses import (
    export_responses_as_csv_or_ndjson,
    get_forms_insights,
    get_response_with_answers,
    list_responses,
)
from before.api.sign_in import register_account
from before.models import CreateFormBody, CreateKeyBody, Error, NextBody, RegisterBody, StartBody

url = os.environ["PATHFORM_URL"]


def told(answer):
    if answer is None or isinstance(answer, Error):
        raise SystemExit(f"refused: {answer}")
    return answer


def unknown(model, path=""):
    """The keys of a reply that its schema lacks."""
    found = [f"{path}.{key}" for key in getattr(model, "additional_properties", {})]
    for field in getattr(type(model), "__attrs_attrs__", ()):
        part = getattr(model, field.name)
        for item in part if isinstance(part, list) else [part]:
            found += unknown(item, f"{path}.{field.name}")
    return found


def question(node_id, kind, **data):
    return {"id": node_id, "question_type": kind, "data": {"title": f"About {node_id}", **data}}


def chain(*nodes, **further):
    everything = [*nodes, question("end", "end_screen")]
    pairs = zip(everything, everything[1:])
    return {
        "schema_version": "2.0",
        "entry_node_id": nodes[0]["id"],
        "nodes": everything,
        "edges": [{"from": a["id"], "to": b["id"], "condition": None} for a, b in pairs],
        **further,
    }


is_yes = {"left": {"type": "answer", "node_id": "smokes"}, "op": "eq", "right": "yes"}
options = [{"value": "few", "label": "Few"}, {"value": "many", "label": "Many", "show_if": is_yes}]
plain = chain(question("smokes", "yes_no"), question("pets", "multiple_choice", config={"options": [*options[:1], {"value": "none", "label": "None"}]}))
conditional = chain(
    question("smokes", "yes_no", image={"url": "https://example.com/a.png", "alt": ""}),
    question("daily", "number", show_if=is_yes, valid_if=[{"condition": {"op": "lt", "right": 99}, "message": "Fewer"}]),
    question("pets", "multiple_choice", config={"options": options}),
    pages=[{"id": "habits", "title": "Habits", "node_ids": ["daily", "pets"]}],
    calculations=[{"key": "twice", "title": "Twice", "value": {"multiply": [{"answer": "daily"}, 2]}}],
)

browser = Client(base_url=url)
body = RegisterBody(email=f"{uuid4()}@example.com", password="a long password", name="Ada")
told(register_account.sync(client=browser, body=body))
key = told(create_api_key.sync(client=browser, body=CreateKeyBody(name="Before"))).key
owner = AuthenticatedClient(base_url=url, token=key)


def publish(graph):
    slug = told(create_form.sync(client=owner, body=CreateFormBody(title="Before"))).slug
    # its own models would refuse the new keys, but an owner's other tools write them
    draft = owner.get_httpx_client().put(f"/api/v2/form/{slug}/draft/", json={"graph": graph})
    assert draft.status_code == 200, draft.text
    told(publish_draft_as_new_version.sync(slug, client=owner))
    return slug


def walk(slug, answers):
    """Answers whatever comes next. Returns the replies that a respondent sees."""
    form = told(get_published_form.sync(slug, client=browser))
    started = told(start_session.sync(slug, client=browser, body=StartBody()))
    replies, node = [form, started], started.current_node_id
    while node in answers:
        replies.append(told(submit_answer.sync(started.id, client=browser, body=NextBody(node, answers[node]))))
        node = replies[-1].next_node_id
    replies.append(told(resume_session.sync(started.id, client=browser)))
    return started.id, [*replies, told(complete_session.sync(started.id, client=browser))]


def path(slug, session):
    assert told(list_responses.sync(slug, client=owner)).results[0].id == session
    told(get_forms_insights.sync(slug, client=owner))
    assert "[pets]" in export_responses_as_csv_or_ndjson.sync_detailed(slug, client=owner).content.decode()
    return told(get_response_with_answers.sync(slug, session, client=owner)).traversal_path


slug = publish(plain)
session, replies = walk(slug, {"smokes": "no", "pets": "few"})
assert [key for reply in replies for key in unknown(reply)] == [], "A form without the new keys answers as before."
assert path(slug, session) == ["smokes", "pets", "end"]

slug = publish(conditional)
session, _ = walk(slug, {"smokes": "no", "daily": 1, "pets": "few"})
assert path(slug, session) == ["smokes", "pets", "end"]
session, _ = walk(slug, {"smokes": "yes", "daily": 20, "pets": "many"})
assert path(slug, session) == ["smokes", "daily", "pets", "end"]
