import type { IAuthenticateGeneric, ICredentialTestRequest, ICredentialType, INodeProperties } from "n8n-workflow";

/** A server and an API key. */
export class PathformApi implements ICredentialType {
  name = "pathformApi";
  displayName = "Pathform API";
  documentationUrl = "https://github.com/pathform/pathform";
  icon = "file:pathform.svg" as const;
  properties: INodeProperties[] = [
    {
      displayName: "Server",
      name: "url",
      type: "string",
      default: "",
      placeholder: "https://forms.example.com",
      required: true,
    },
    {
      displayName: "API Key",
      name: "apiKey",
      type: "string",
      typeOptions: { password: true },
      default: "",
      required: true,
      description: "Create it under Developers, API keys",
    },
  ];
  authenticate: IAuthenticateGeneric = {
    type: "generic",
    properties: { headers: { Authorization: "=Bearer {{$credentials.apiKey}}" } },
  };
  test: ICredentialTestRequest = { request: { baseURL: "={{$credentials.url}}", url: "/api/v2/form/?limit=1" } };
}
