"""An assistant with the protocol's Python client: builds a form, reads what no path covers, mends it, and is refused responses."""

import asyncio
import json
import os
import urllib.request
from uuid import uuid4

from mcp import ClientSession, MCPError
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client

url = os.environ["PATHFORM_URL"]


def ask(path, body, cookie=""):
    request = urllib.request.Request(
        url + path, json.dumps(body).encode(), {"Content-Type": "application/json", "Cookie": cookie}
    )
    with urllib.request.urlopen(request) as response:
        return json.load(response), response.headers.get("Set-Cookie", "").split(";")[0]


def key_with(scopes):
    person = {"email": f"{uuid4()}@example.com", "password": "correct horse battery", "name": "Ada"}
    _, cookie = ask("/api/auth/register/", person)
    return ask("/api/account/api-keys/", {"name": "Assistant", "scopes": scopes}, cookie)[0]["key"]


async def main():
    headers = {"Authorization": "Bearer " + key_with(["forms:read", "forms:write"])}
    async with streamable_http_client(f"{url}/api/mcp/", http_client=create_mcp_http_client(headers=headers)) as streams:
        async with ClientSession(streams[0], streams[1]) as session:
            await session.initialize()
            tools = {tool.name for tool in (await session.list_tools()).tools}
            assert {"create_form", "validate_draft", "publish_form"} <= tools and "list_responses" not in tools, tools

            async def call(name, **given):
                result = await session.call_tool(name, given)
                assert not result.is_error, result
                return json.loads(result.content[0].text)

            slug = (await call("create_form", title="Mood"))["slug"]
            node = lambda id, type: {"id": id, "question_type": type, "data": {"title": id}}
            graph = {
                "schema_version": "2.0",
                "entry_node_id": "mood",
                "fallback_end_node_id": None,
                "nodes": [node("mood", "yes_no"), node("bye", "end_screen")],
                "edges": [{"from": "mood", "to": "bye", "condition": {"op": "eq", "right": "yes"}}],
            }
            await call("save_draft", slug=slug, graph=graph)
            validated = await call("validate_draft", slug=slug)
            assert not validated["is_valid"], validated
            assert any(problem["example"] for problem in validated["problems"]), validated
            graph["edges"].append({"from": "mood", "to": "bye", "condition": None})
            etag = (await call("get_draft", slug=slug))["etag"]
            await call("save_draft", slug=slug, graph=graph, etag=etag)
            assert (await call("publish_form", slug=slug))["version_number"] == 1
            try:
                await session.call_tool("list_responses", {"slug": slug})
            except MCPError as error:
                assert error.code == -32602, error
            else:
                raise SystemExit("A key without responses:read listed responses.")


asyncio.run(main())
