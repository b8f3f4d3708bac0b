// Generated from docs/openapi.json: npm run openapi

export interface paths {
    "/api/v2/form/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List forms */
        get: operations["listForms"];
        put?: never;
        /** Create a form */
        post: operations["createForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/form/{slug}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a form */
        get: operations["getForm"];
        put?: never;
        post?: never;
        /** Deactivate a form */
        delete: operations["deactivateForm"];
        options?: never;
        head?: never;
        /** Change a form */
        patch: operations["changeForm"];
        trace?: never;
    };
    "/api/v2/form/{slug}/draft/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the draft */
        get: operations["getDraft"];
        /** Replace the draft */
        put: operations["replaceDraft"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/form/{slug}/draft/validate/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check the draft as publishing does */
        post: operations["checkDraftAsPublishingDoes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/form/{slug}/publish/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Publish the draft as a new version */
        post: operations["publishDraftAsNewVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/form/{slug}/versions/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List versions */
        get: operations["listVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/form/{slug}/versions/{version_number}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a version with its graph */
        get: operations["getVersionWithGraph"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/form/{slug}/versions/{version_number}/restore/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Copy a version into the draft */
        post: operations["copyVersionIntoDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/theme/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List themes */
        get: operations["listThemes"];
        put?: never;
        /** Create a theme */
        post: operations["createTheme"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/theme/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a theme */
        get: operations["getTheme"];
        put?: never;
        post?: never;
        /** Delete a theme */
        delete: operations["deleteTheme"];
        options?: never;
        head?: never;
        /** Change a theme */
        patch: operations["changeTheme"];
        trace?: never;
    };
    "/api/v2/form/{slug}/responses/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List responses */
        get: operations["listResponses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/form/{slug}/responses/export/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export responses as CSV or NDJSON */
        get: operations["exportResponsesAsCSVOrNDJSON"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/form/{slug}/responses/{session_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a response with its answers */
        get: operations["getResponseWithAnswers"];
        put?: never;
        post?: never;
        /** Erase a response for good */
        delete: operations["eraseResponseForGood"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/form/{slug}/responses/{session_id}/deliveries/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List a response's deliveries */
        get: operations["listResponsesDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/form/{slug}/insights/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a form's insights */
        get: operations["getFormsInsights"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/r/{slug}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the published form */
        get: operations["getPublishedForm"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/r/{slug}/start/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Start a session */
        post: operations["startSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/r/session/{session_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Resume a session */
        get: operations["resumeSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/r/session/{session_id}/next/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Submit an answer */
        post: operations["submitAnswer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/r/session/{session_id}/complete/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Complete a session */
        post: operations["completeSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/r/session/{session_id}/upload/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Upload a file */
        post: operations["uploadFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/r/session/{session_id}/upload/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Take a file back */
        delete: operations["takeFileBack"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/file/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download a file */
        get: operations["downloadFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List integrations */
        get: operations["listIntegrations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/{type}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List integrations of a type */
        get: operations["listIntegrationsOfType"];
        put?: never;
        /** Create an integration */
        post: operations["createIntegration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/{type}/connect/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Begin connecting an integration by consent */
        get: operations["beginConnectingIntegrationByConsent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/{type}/callback/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Finish connecting an integration */
        get: operations["finishConnectingIntegration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/{type}/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete an integration */
        delete: operations["deleteIntegration"];
        options?: never;
        head?: never;
        /** Change an integration */
        patch: operations["changeIntegration"];
        trace?: never;
    };
    "/api/integrations/{type}/{id}/test/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Fire a test delivery */
        post: operations["fireTestDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/webhook/{id}/secret/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Make a new webhook secret */
        put: operations["makeNewWebhookSecret"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/{type}/{id}/deliveries/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List an integration's deliveries */
        get: operations["listIntegrationsDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/{type}/{id}/deliveries/replay/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deliver again in bulk */
        post: operations["deliverAgainInBulk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/{type}/{id}/deliveries/{delivery_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a delivery with its bodies */
        get: operations["getDeliveryWithBodies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/{type}/{id}/deliveries/{delivery_id}/retry/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deliver again */
        post: operations["deliverAgain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/form/{slug}/integrations/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List a form's integrations */
        get: operations["listFormsIntegrations"];
        put?: never;
        /** Attach an integration */
        post: operations["attachIntegration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/form/{slug}/integrations/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Detach an integration */
        delete: operations["detachIntegration"];
        options?: never;
        head?: never;
        /** Change an attachment */
        patch: operations["changeAttachment"];
        trace?: never;
    };
    "/api/auth/register/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Register an account */
        post: operations["registerAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in */
        post: operations["signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/logout/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign out */
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/forgot/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask for a new password by mail */
        post: operations["askForNewPasswordByMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/reset/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Set a new password */
        post: operations["setNewPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/me/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the signed-in user */
        get: operations["getSignedInUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change name or password */
        patch: operations["changeNameOrPassword"];
        trace?: never;
    };
    "/api/account/api-keys/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List API keys */
        get: operations["listAPIKeys"];
        put?: never;
        /** Create an API key */
        post: operations["createAPIKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/api-keys/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an API key */
        delete: operations["revokeAPIKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/usage/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the usage of the API */
        get: operations["getUsageOfAPI"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/notices/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List notices */
        get: operations["listNotices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/notices/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Mark a notice as read */
        patch: operations["markNoticeAsRead"];
        trace?: never;
    };
}
export interface webhooks {
    "session.started": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A respondent has started a session.
         * @description Any 2xx is success; everything else is tried again by the schedule.
         */
        post: operations["sessionStarted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "session.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A respondent has completed a session.
         * @description Any 2xx is success; everything else is tried again by the schedule.
         */
        post: operations["sessionCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "session.abandoned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A session has stood still for so long that it counts as abandoned.
         * @description Any 2xx is success; everything else is tried again by the schedule.
         */
        post: operations["sessionAbandoned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * Answer
         * @example {
         *       "id": "e1d2c3b4-a5f6-4789-9abc-def012345678",
         *       "node_id": "nps",
         *       "question_type": "opinion_scale",
         *       "answer": 9,
         *       "score_awarded": 9,
         *       "time_spent_seconds": 70,
         *       "shown_at": "2026-01-31T12:00:00.000Z",
         *       "answered_at": "2026-01-31T12:01:10.000Z"
         *     }
         */
        Answer: {
            /** Format: uuid */
            id: string;
            node_id: string;
            question_type: string;
            answer: unknown;
            score_awarded: number | null;
            time_spent_seconds: number;
            /** Format: date-time */
            shown_at: string;
            /** Format: date-time */
            answered_at: string;
        };
        /**
         * ApiKey
         * @example {
         *       "id": "1c2d3e4f-5061-4728-9394-a5b6c7d8e9f0",
         *       "name": "Reports",
         *       "prefix": "pf_8GhT2kLm",
         *       "created": "2026-01-31T09:00:00.000Z",
         *       "last_used": null,
         *       "expires": "2027-01-31T00:00:00.000Z",
         *       "status": "active"
         *     }
         */
        ApiKey: {
            /** Format: uuid */
            id: string;
            name: string;
            prefix: string;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            last_used: string | null;
            /** Format: date-time */
            expires: string | null;
            /** @enum {string} */
            status: "active" | "inactive";
        };
        /** ApiKeyEnvelope */
        ApiKeyEnvelope: {
            /** @description All that match, on every page. */
            count: number;
            /**
             * Format: uri
             * @description Address of the next page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description Address of the page before.
             */
            previous: string | null;
            results: components["schemas"]["ApiKey"][];
        };
        /**
         * AttachBody
         * @example {
         *       "integration_id": "c0a8012e-5b1c-4c7e-8e5f-2f6f3e9d4c21",
         *       "events": [
         *         "session.completed"
         *       ]
         *     }
         */
        AttachBody: {
            /** Format: uuid */
            integration_id: string;
            events: components["schemas"]["EventName"][];
        };
        /**
         * Attachment
         * @example {
         *       "id": "3a4b5c6d-7e8f-4901-a2b3-c4d5e6f70819",
         *       "integration_id": "c0a8012e-5b1c-4c7e-8e5f-2f6f3e9d4c21",
         *       "integration_name": "Our CRM",
         *       "integration_type": "webhook",
         *       "events": [
         *         "session.completed"
         *       ],
         *       "is_enabled": true,
         *       "notify_on_failure": false,
         *       "created": "2026-01-31T09:00:00.000Z"
         *     }
         */
        Attachment: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            integration_id: string;
            integration_name: string;
            integration_type: string;
            events: components["schemas"]["EventName"][];
            is_enabled: boolean;
            notify_on_failure: boolean;
            /** Format: date-time */
            created: string;
        };
        /** AttachmentEnvelope */
        AttachmentEnvelope: {
            /** @description All that match, on every page. */
            count: number;
            /**
             * Format: uri
             * @description Address of the next page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description Address of the page before.
             */
            previous: string | null;
            results: components["schemas"]["Attachment"][];
        };
        /**
         * Completed
         * @example {
         *       "id": "4be1b7a2-6a0e-4f6b-9a3e-0d8f0f1f2a11",
         *       "status": "completed",
         *       "completed_at": "2026-01-31T12:01:30.000Z",
         *       "end_node_id": "thanks",
         *       "total_score": null
         *     }
         */
        Completed: {
            /** Format: uuid */
            id: string;
            status: components["schemas"]["SessionStatus"];
            /** Format: date-time */
            completed_at: string;
            end_node_id: string;
            total_score: number | null;
        };
        /**
         * Consent
         * @example {
         *       "url": "https://app.hubspot.com/oauth/authorize?response_type=code&client_id=…&state=…&code_challenge=…"
         *     }
         */
        Consent: {
            url: string;
        };
        /**
         * CreateFormBody
         * @example {
         *       "title": "Customer feedback"
         *     }
         */
        CreateFormBody: {
            title: string;
            /** @description Must be 3–80 of a–z, 0–9 and -, and not a reserved word. */
            slug?: string;
            is_accepting_responses?: boolean;
            response_limit?: number | null;
            /** Format: uuid */
            theme_id?: string | null;
            /** Format: date-time */
            opens_at?: string | null;
            /** Format: date-time */
            closes_at?: string | null;
            closed_message?: string | null;
            is_active?: boolean;
        };
        /**
         * CreateIntegrationBody
         * @example {
         *       "name": "Our CRM",
         *       "config": {
         *         "url": "https://example.com/hooks/pathform",
         *         "verify_ssl": true
         *       }
         *     }
         */
        CreateIntegrationBody: {
            name: string;
            config: {
                [key: string]: unknown;
            };
        };
        /**
         * CreateKeyBody
         * @example {
         *       "name": "Reports",
         *       "expires": "2027-01-31T00:00:00.000Z"
         *     }
         */
        CreateKeyBody: {
            name: string;
            /** Format: date-time */
            expires?: string | null;
        };
        /**
         * CreateThemeBody
         * @example {
         *       "name": "Night",
         *       "colors": {
         *         "background": "#101020",
         *         "text": "#ffffff"
         *       }
         *     }
         */
        CreateThemeBody: {
            name: string;
            colors?: {
                /** @description Must be a color such as #1a2b3c. */
                background?: string;
                /** @description Must be a color such as #1a2b3c. */
                text?: string;
                /** @description Must be a color such as #1a2b3c. */
                primary?: string;
                /** @description Must be a color such as #1a2b3c. */
                button_text?: string;
            };
            font?: string;
            /** Format: uri */
            logo_url?: string | null;
            /** Format: uri */
            background_image_url?: string | null;
            border_radius?: number;
        };
        /**
         * CreatedApiKey
         * @example {
         *       "id": "1c2d3e4f-5061-4728-9394-a5b6c7d8e9f0",
         *       "name": "Reports",
         *       "prefix": "pf_8GhT2kLm",
         *       "created": "2026-01-31T09:00:00.000Z",
         *       "last_used": null,
         *       "expires": "2027-01-31T00:00:00.000Z",
         *       "status": "active",
         *       "key": "pf_8GhT2kLm_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
         *     }
         */
        CreatedApiKey: {
            /** Format: uuid */
            id: string;
            name: string;
            prefix: string;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            last_used: string | null;
            /** Format: date-time */
            expires: string | null;
            /** @enum {string} */
            status: "active" | "inactive";
            key: string;
        };
        /** Delivery */
        Delivery: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            integration_id: string;
            integration_name: string;
            integration_type: string;
            /** @enum {string} */
            event: "session.started" | "session.completed" | "session.abandoned" | "test";
            /** @enum {string} */
            status: "success" | "error";
            response_code: number | null;
            duration_ms: number;
            /** Format: date-time */
            created: string;
            attempt: number;
            /** Format: date-time */
            next_attempt_at: string | null;
            error_message: string | null;
            /** Format: uuid */
            session_id: string | null;
            /** Format: uuid */
            event_id: string;
        };
        /** DeliveryDetail */
        DeliveryDetail: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            integration_id: string;
            integration_name: string;
            integration_type: string;
            /** @enum {string} */
            event: "session.started" | "session.completed" | "session.abandoned" | "test";
            /** @enum {string} */
            status: "success" | "error";
            response_code: number | null;
            duration_ms: number;
            /** Format: date-time */
            created: string;
            attempt: number;
            /** Format: date-time */
            next_attempt_at: string | null;
            error_message: string | null;
            /** Format: uuid */
            session_id: string | null;
            /** Format: uuid */
            event_id: string;
            request_headers: {
                [key: string]: string;
            } | null;
            request_body: string | null;
            response_headers: {
                [key: string]: string;
            } | null;
            response_body: string | null;
        };
        /** DeliveryEnvelope */
        DeliveryEnvelope: {
            /** @description All that match, on every page. */
            count: number;
            /**
             * Format: uri
             * @description Address of the next page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description Address of the page before.
             */
            previous: string | null;
            results: components["schemas"]["Delivery"][];
        };
        /**
         * Draft
         * @example {
         *       "title": "Customer feedback",
         *       "graph": {
         *         "schema_version": "2.0",
         *         "entry_node_id": "nps",
         *         "fallback_end_node_id": "thanks",
         *         "nodes": [
         *           {
         *             "id": "nps",
         *             "question_type": "opinion_scale",
         *             "data": {
         *               "title": "How likely are you to recommend us?",
         *               "is_required": true,
         *               "config": {
         *                 "min": 0,
         *                 "max": 10,
         *                 "scoring": {
         *                   "mode": "value",
         *                   "multiplier": 1
         *                 }
         *               }
         *             }
         *           },
         *           {
         *             "id": "why",
         *             "question_type": "long_text",
         *             "data": {
         *               "title": "What should we do better?",
         *               "config": {}
         *             }
         *           },
         *           {
         *             "id": "thanks",
         *             "question_type": "end_screen",
         *             "data": {
         *               "title": "Thank you",
         *               "config": {
         *                 "show_score": false
         *               }
         *             }
         *           }
         *         ],
         *         "edges": [
         *           {
         *             "from": "nps",
         *             "to": "thanks",
         *             "condition": {
         *               "op": "gte",
         *               "right": 9
         *             }
         *           },
         *           {
         *             "from": "nps",
         *             "to": "why",
         *             "condition": null
         *           },
         *           {
         *             "from": "why",
         *             "to": "thanks",
         *             "condition": null
         *           }
         *         ]
         *       },
         *       "last_saved_at": "2026-01-31T10:30:00.000Z",
         *       "problems": []
         *     }
         */
        Draft: {
            title: string;
            graph: components["schemas"]["Graph"];
            /** Format: date-time */
            last_saved_at: string;
            problems: components["schemas"]["Problem"][];
        };
        /** Edge */
        Edge: {
            /** @description Must be 1–64 of A–Z, a–z, 0–9, _ and -. */
            id?: string;
            /** @description Must be 1–64 of A–Z, a–z, 0–9, _ and -. */
            from: string;
            /** @description Must be 1–64 of A–Z, a–z, 0–9, _ and -. */
            to: string;
            condition: unknown;
        };
        /**
         * Error
         * @example {
         *       "detail": "The request is not valid.",
         *       "errors": [
         *         "title: is required"
         *       ]
         *     }
         */
        Error: {
            detail: string;
            /** @description `<field>: <message>` each. */
            errors?: string[];
            /** @description Where the session stands, when a step does not fit. */
            current_node_id?: string;
            /** @description What publishing found. */
            problems?: components["schemas"]["Problem"][];
            request_id?: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * EventName
         * @enum {string}
         */
        EventName: "session.started" | "session.completed" | "session.abandoned";
        /** ForgotBody */
        ForgotBody: {
            /** @description Must be an e-mail address. */
            email: string;
        };
        /**
         * FormDetail
         * @example {
         *       "id": "0b9c5f3e-8a1d-4e57-b1b0-5a0a3c1f7e01",
         *       "title": "Customer feedback",
         *       "slug": "customer-feedback-k3x9qa",
         *       "is_active": true,
         *       "has_published_version": true,
         *       "is_accepting_responses": true,
         *       "created": "2026-01-31T09:00:00.000Z",
         *       "modified": "2026-01-31T10:30:00.000Z",
         *       "theme": {
         *         "id": "7f2f6f0e-2c53-4a0c-9f0b-8a4ea2f0b502",
         *         "name": "Default",
         *         "colors": {
         *           "background": "#ffffff",
         *           "text": "#1a1a1a",
         *           "primary": "#3355ff",
         *           "button_text": "#ffffff"
         *         },
         *         "font": "Inter",
         *         "logo_url": null,
         *         "background_image_url": null,
         *         "border_radius": 8
         *       },
         *       "published_version": 1,
         *       "response_limit": null,
         *       "total_sessions": 12,
         *       "completed_sessions": 9,
         *       "draft_saved_at": "2026-01-31T10:30:00.000Z",
         *       "opens_at": null,
         *       "closes_at": null,
         *       "closed_message": null
         *     }
         */
        FormDetail: {
            /** Format: uuid */
            id: string;
            title: string;
            slug: string;
            is_active: boolean;
            has_published_version: boolean;
            is_accepting_responses: boolean;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
            theme: components["schemas"]["ThemeReference"];
            published_version: number | null;
            response_limit: number | null;
            total_sessions: number;
            completed_sessions: number;
            /** Format: date-time */
            draft_saved_at: string | null;
            /** Format: date-time */
            opens_at: string | null;
            /** Format: date-time */
            closes_at: string | null;
            closed_message: string | null;
        };
        /**
         * FormListItem
         * @example {
         *       "id": "0b9c5f3e-8a1d-4e57-b1b0-5a0a3c1f7e01",
         *       "title": "Customer feedback",
         *       "slug": "customer-feedback-k3x9qa",
         *       "is_active": true,
         *       "has_published_version": true,
         *       "is_accepting_responses": true,
         *       "created": "2026-01-31T09:00:00.000Z",
         *       "modified": "2026-01-31T10:30:00.000Z"
         *     }
         */
        FormListItem: {
            /** Format: uuid */
            id: string;
            title: string;
            slug: string;
            is_active: boolean;
            has_published_version: boolean;
            is_accepting_responses: boolean;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
        };
        /** FormListItemEnvelope */
        FormListItemEnvelope: {
            /** @description All that match, on every page. */
            count: number;
            /**
             * Format: uri
             * @description Address of the next page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description Address of the page before.
             */
            previous: string | null;
            results: components["schemas"]["FormListItem"][];
        };
        /** FormOfEvent */
        FormOfEvent: {
            /** Format: uuid */
            id: string;
            slug: string;
            title: string;
        };
        /** FunnelStep */
        FunnelStep: {
            node_id: string;
            title: string;
            reached: number;
            answered: number;
            skipped: number;
            left: number;
            drop_off_rate: number | null;
            median_seconds: number | null;
        };
        /** Graph */
        Graph: {
            /** @enum {string} */
            schema_version: "2.0";
            /** @description Must be 1–64 of A–Z, a–z, 0–9, _ and -. */
            entry_node_id?: string | null;
            /** @description Must be 1–64 of A–Z, a–z, 0–9, _ and -. */
            fallback_end_node_id?: string | null;
            nodes: components["schemas"]["GraphNode"][];
            edges: components["schemas"]["Edge"][];
            hidden_fields?: string[];
        };
        /** GraphNode */
        GraphNode: {
            /** @description Must be 1–64 of A–Z, a–z, 0–9, _ and -. */
            id: string;
            question_type: string;
            data: components["schemas"]["NodeData"];
            position?: {
                x: number;
                y: number;
            };
        };
        /** Insights */
        Insights: {
            sessions: {
                started: number;
                completed: number;
                abandoned: number;
                in_progress: number;
                completion_rate: number | null;
                median_duration_seconds: number | null;
            };
            by_day: {
                /** Format: date */
                date: string;
                started: number;
                completed: number;
            }[];
            funnel: components["schemas"]["FunnelStep"][];
            questions: components["schemas"]["QuestionInsight"][];
            score: {
                min: number | null;
                median: number | null;
                max: number | null;
                histogram: {
                    from: number;
                    to: number;
                    count: number;
                }[];
            };
        };
        /**
         * Integration
         * @example {
         *       "id": "c0a8012e-5b1c-4c7e-8e5f-2f6f3e9d4c21",
         *       "type": "webhook",
         *       "name": "Our CRM",
         *       "config": {
         *         "url": "https://example.com/hooks/pathform",
         *         "verify_ssl": true
         *       },
         *       "status": "connected",
         *       "created": "2026-01-31T09:00:00.000Z",
         *       "modified": "2026-01-31T10:30:00.000Z",
         *       "last_delivery": {
         *         "status": "success",
         *         "created": "2026-01-31T12:01:30.000Z"
         *       }
         *     }
         */
        Integration: {
            /** Format: uuid */
            id: string;
            type: string;
            name: string;
            config: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            status: "connected" | "not_connected" | "disabled";
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
            last_delivery: {
                /** @enum {string} */
                status: "success" | "error";
                /** Format: date-time */
                created: string;
            } | null;
        };
        /** IntegrationEnvelope */
        IntegrationEnvelope: {
            /** @description All that match, on every page. */
            count: number;
            /**
             * Format: uri
             * @description Address of the next page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description Address of the page before.
             */
            previous: string | null;
            results: components["schemas"]["Integration"][];
        };
        /**
         * LoginBody
         * @example {
         *       "email": "ada@example.com",
         *       "password": "a long password"
         *     }
         */
        LoginBody: {
            /** @description Must be an e-mail address. */
            email: string;
            password: string;
        };
        /**
         * Next
         * @example {
         *       "next_node_id": "thanks",
         *       "is_complete": true,
         *       "traversal_path": [
         *         "nps",
         *         "thanks"
         *       ]
         *     }
         */
        Next: {
            next_node_id: string;
            is_complete: boolean;
            traversal_path: string[];
        };
        /**
         * NextBody
         * @example {
         *       "node_id": "nps",
         *       "value": 9
         *     }
         */
        NextBody: {
            node_id: string;
            value?: unknown;
            back?: boolean;
        };
        /** NodeData */
        NodeData: {
            title?: string;
            description?: string;
            is_required?: boolean;
            config?: {
                [key: string]: unknown;
            };
        };
        /** Notice */
        Notice: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "delivery_failed" | "integration_disabled";
            message: string;
            /** Format: uuid */
            integration_id: string | null;
            form_slug: string | null;
            /** Format: date-time */
            created: string;
            is_read: boolean;
        };
        /** NoticeEnvelope */
        NoticeEnvelope: {
            /** @description All that match, on every page. */
            count: number;
            /**
             * Format: uri
             * @description Address of the next page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description Address of the page before.
             */
            previous: string | null;
            results: components["schemas"]["Notice"][];
        };
        /**
         * Problem
         * @example {
         *       "code": "dead_end",
         *       "severity": "error",
         *       "node_id": "why",
         *       "message": "Nothing follows this node, and there is no fallback end."
         *     }
         */
        Problem: {
            code: string;
            /** @enum {string} */
            severity: "error" | "warning";
            node_id?: string;
            edge_index?: number;
            message: string;
        };
        /**
         * PublicForm
         * @example {
         *       "form": {
         *         "id": "0b9c5f3e-8a1d-4e57-b1b0-5a0a3c1f7e01",
         *         "slug": "customer-feedback-k3x9qa",
         *         "title": "Customer feedback"
         *       },
         *       "graph": {
         *         "schema_version": "2.0",
         *         "entry_node_id": "nps",
         *         "fallback_end_node_id": "thanks",
         *         "nodes": [
         *           {
         *             "id": "nps",
         *             "question_type": "opinion_scale",
         *             "data": {
         *               "title": "How likely are you to recommend us?",
         *               "is_required": true,
         *               "config": {
         *                 "min": 0,
         *                 "max": 10,
         *                 "scoring": {
         *                   "mode": "value",
         *                   "multiplier": 1
         *                 }
         *               }
         *             }
         *           },
         *           {
         *             "id": "why",
         *             "question_type": "long_text",
         *             "data": {
         *               "title": "What should we do better?",
         *               "config": {}
         *             }
         *           },
         *           {
         *             "id": "thanks",
         *             "question_type": "end_screen",
         *             "data": {
         *               "title": "Thank you",
         *               "config": {
         *                 "show_score": false
         *               }
         *             }
         *           }
         *         ],
         *         "edges": [
         *           {
         *             "from": "nps",
         *             "to": "thanks",
         *             "condition": {
         *               "op": "gte",
         *               "right": 9
         *             }
         *           },
         *           {
         *             "from": "nps",
         *             "to": "why",
         *             "condition": null
         *           },
         *           {
         *             "from": "why",
         *             "to": "thanks",
         *             "condition": null
         *           }
         *         ]
         *       },
         *       "theme": {
         *         "id": "7f2f6f0e-2c53-4a0c-9f0b-8a4ea2f0b502",
         *         "name": "Default",
         *         "colors": {
         *           "background": "#ffffff",
         *           "text": "#1a1a1a",
         *           "primary": "#3355ff",
         *           "button_text": "#ffffff"
         *         },
         *         "font": "Inter",
         *         "logo_url": null,
         *         "background_image_url": null,
         *         "border_radius": 8
         *       },
         *       "version_number": 1,
         *       "is_open": true,
         *       "closed_message": null
         *     }
         */
        PublicForm: {
            form: components["schemas"]["FormOfEvent"];
            graph: components["schemas"]["Graph"];
            theme: components["schemas"]["ThemeReference"];
            version_number: number;
            is_open: boolean;
            closed_message: string | null;
        };
        /**
         * Published
         * @example {
         *       "version_number": 1,
         *       "published_at": "2026-01-31T10:30:00.000Z"
         *     }
         */
        Published: {
            version_number: number;
            /** Format: date-time */
            published_at: string;
        };
        /** QuestionInsight */
        QuestionInsight: {
            node_id: string;
            question_type: string;
            title: string;
            answers: number;
            distribution?: components["schemas"]["Share"][];
            statistics?: {
                min: number | null;
                max: number | null;
                mean: number | null;
                median: number | null;
            };
        };
        /**
         * RegisterBody
         * @example {
         *       "email": "ada@example.com",
         *       "password": "a long password",
         *       "name": "Ada Lovelace"
         *     }
         */
        RegisterBody: {
            /** @description Must be an e-mail address. */
            email: string;
            password: string;
            name: string;
        };
        /** ReplayBody */
        ReplayBody: {
            /** @enum {string} */
            status?: "success" | "error";
            event?: components["schemas"]["EventName"];
            from_date?: string;
            to_date?: string;
        };
        /** Replayed */
        Replayed: {
            queued_count: number;
        };
        /** ResetBody */
        ResetBody: {
            token: string;
            password: string;
        };
        /**
         * Resumed
         * @example {
         *       "id": "4be1b7a2-6a0e-4f6b-9a3e-0d8f0f1f2a11",
         *       "status": "in_progress",
         *       "current_node_id": "nps",
         *       "traversal_path": [
         *         "nps"
         *       ],
         *       "version_number": 1,
         *       "form": {
         *         "slug": "customer-feedback-k3x9qa"
         *       }
         *     }
         */
        Resumed: {
            /** Format: uuid */
            id: string;
            status: components["schemas"]["SessionStatus"];
            current_node_id: string;
            traversal_path: string[];
            version_number: number;
            form: {
                slug: string;
            };
        };
        /** Retried */
        Retried: {
            queued: boolean;
        };
        /**
         * SaveDraftBody
         * @example {
         *       "title": "Customer feedback",
         *       "graph": {
         *         "schema_version": "2.0",
         *         "entry_node_id": "nps",
         *         "fallback_end_node_id": "thanks",
         *         "nodes": [
         *           {
         *             "id": "nps",
         *             "question_type": "opinion_scale",
         *             "data": {
         *               "title": "How likely are you to recommend us?",
         *               "is_required": true,
         *               "config": {
         *                 "min": 0,
         *                 "max": 10,
         *                 "scoring": {
         *                   "mode": "value",
         *                   "multiplier": 1
         *                 }
         *               }
         *             }
         *           },
         *           {
         *             "id": "why",
         *             "question_type": "long_text",
         *             "data": {
         *               "title": "What should we do better?",
         *               "config": {}
         *             }
         *           },
         *           {
         *             "id": "thanks",
         *             "question_type": "end_screen",
         *             "data": {
         *               "title": "Thank you",
         *               "config": {
         *                 "show_score": false
         *               }
         *             }
         *           }
         *         ],
         *         "edges": [
         *           {
         *             "from": "nps",
         *             "to": "thanks",
         *             "condition": {
         *               "op": "gte",
         *               "right": 9
         *             }
         *           },
         *           {
         *             "from": "nps",
         *             "to": "why",
         *             "condition": null
         *           },
         *           {
         *             "from": "why",
         *             "to": "thanks",
         *             "condition": null
         *           }
         *         ]
         *       }
         *     }
         */
        SaveDraftBody: {
            title?: string;
            graph: components["schemas"]["SubmittedGraph"];
        };
        /**
         * SavedDraft
         * @example {
         *       "graph": {
         *         "schema_version": "2.0",
         *         "entry_node_id": "nps",
         *         "fallback_end_node_id": "thanks",
         *         "nodes": [
         *           {
         *             "id": "nps",
         *             "question_type": "opinion_scale",
         *             "data": {
         *               "title": "How likely are you to recommend us?",
         *               "is_required": true,
         *               "config": {
         *                 "min": 0,
         *                 "max": 10,
         *                 "scoring": {
         *                   "mode": "value",
         *                   "multiplier": 1
         *                 }
         *               }
         *             }
         *           },
         *           {
         *             "id": "why",
         *             "question_type": "long_text",
         *             "data": {
         *               "title": "What should we do better?",
         *               "config": {}
         *             }
         *           },
         *           {
         *             "id": "thanks",
         *             "question_type": "end_screen",
         *             "data": {
         *               "title": "Thank you",
         *               "config": {
         *                 "show_score": false
         *               }
         *             }
         *           }
         *         ],
         *         "edges": [
         *           {
         *             "from": "nps",
         *             "to": "thanks",
         *             "condition": {
         *               "op": "gte",
         *               "right": 9
         *             }
         *           },
         *           {
         *             "from": "nps",
         *             "to": "why",
         *             "condition": null
         *           },
         *           {
         *             "from": "why",
         *             "to": "thanks",
         *             "condition": null
         *           }
         *         ]
         *       },
         *       "last_saved_at": "2026-01-31T10:30:00.000Z"
         *     }
         */
        SavedDraft: {
            graph: components["schemas"]["Graph"];
            /** Format: date-time */
            last_saved_at: string;
        };
        /**
         * SessionDetail
         * @example {
         *       "id": "4be1b7a2-6a0e-4f6b-9a3e-0d8f0f1f2a11",
         *       "status": "completed",
         *       "version_number": 1,
         *       "total_score": 9,
         *       "answers_count": 1,
         *       "duration_seconds": 90,
         *       "started_at": "2026-01-31T12:00:00.000Z",
         *       "completed_at": "2026-01-31T12:01:30.000Z",
         *       "score_breakdown": {
         *         "nps": 9
         *       },
         *       "traversal_path": [
         *         "nps",
         *         "thanks"
         *       ],
         *       "answers": [
         *         {
         *           "id": "e1d2c3b4-a5f6-4789-9abc-def012345678",
         *           "node_id": "nps",
         *           "question_type": "opinion_scale",
         *           "answer": 9,
         *           "score_awarded": 9,
         *           "time_spent_seconds": 70,
         *           "shown_at": "2026-01-31T12:00:00.000Z",
         *           "answered_at": "2026-01-31T12:01:10.000Z"
         *         }
         *       ],
         *       "hidden": {
         *         "plan": "pro"
         *       },
         *       "metadata": {
         *         "user_agent": "Mozilla/5.0"
         *       }
         *     }
         */
        SessionDetail: {
            /** Format: uuid */
            id: string;
            status: components["schemas"]["SessionStatus"];
            version_number: number;
            total_score: number;
            answers_count: number;
            duration_seconds: number | null;
            /** Format: date-time */
            started_at: string;
            /** Format: date-time */
            completed_at: string | null;
            score_breakdown: {
                [key: string]: number;
            };
            traversal_path: string[];
            answers: components["schemas"]["Answer"][];
            hidden: {
                [key: string]: string;
            };
            metadata: {
                user_agent: string | null;
            };
        };
        /**
         * SessionEvent
         * @example {
         *       "type": "session.completed",
         *       "id": "6b7c8d9e-0f1a-4b2c-9d3e-4f5061728394",
         *       "timestamp": "2026-01-31T12:01:30.000Z",
         *       "data": {
         *         "form": {
         *           "id": "0b9c5f3e-8a1d-4e57-b1b0-5a0a3c1f7e01",
         *           "slug": "customer-feedback-k3x9qa",
         *           "title": "Customer feedback"
         *         },
         *         "session": {
         *           "id": "4be1b7a2-6a0e-4f6b-9a3e-0d8f0f1f2a11",
         *           "status": "completed",
         *           "version_number": 1,
         *           "total_score": 9,
         *           "answers_count": 1,
         *           "duration_seconds": 90,
         *           "started_at": "2026-01-31T12:00:00.000Z",
         *           "completed_at": "2026-01-31T12:01:30.000Z",
         *           "score_breakdown": {
         *             "nps": 9
         *           },
         *           "traversal_path": [
         *             "nps",
         *             "thanks"
         *           ],
         *           "answers": [
         *             {
         *               "id": "e1d2c3b4-a5f6-4789-9abc-def012345678",
         *               "node_id": "nps",
         *               "question_type": "opinion_scale",
         *               "answer": 9,
         *               "score_awarded": 9,
         *               "time_spent_seconds": 70,
         *               "shown_at": "2026-01-31T12:00:00.000Z",
         *               "answered_at": "2026-01-31T12:01:10.000Z"
         *             }
         *           ],
         *           "hidden": {
         *             "plan": "pro"
         *           },
         *           "metadata": {
         *             "user_agent": "Mozilla/5.0"
         *           }
         *         }
         *       }
         *     }
         */
        SessionEvent: {
            type: components["schemas"]["EventName"];
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            timestamp: string;
            data: {
                form: components["schemas"]["FormOfEvent"];
                session: components["schemas"]["SessionDetail"];
            };
        };
        /**
         * SessionListItem
         * @example {
         *       "id": "4be1b7a2-6a0e-4f6b-9a3e-0d8f0f1f2a11",
         *       "status": "completed",
         *       "version_number": 1,
         *       "total_score": 9,
         *       "answers_count": 1,
         *       "duration_seconds": 90,
         *       "started_at": "2026-01-31T12:00:00.000Z",
         *       "completed_at": "2026-01-31T12:01:30.000Z"
         *     }
         */
        SessionListItem: {
            /** Format: uuid */
            id: string;
            status: components["schemas"]["SessionStatus"];
            version_number: number;
            total_score: number;
            answers_count: number;
            duration_seconds: number | null;
            /** Format: date-time */
            started_at: string;
            /** Format: date-time */
            completed_at: string | null;
        };
        /** SessionListItemEnvelope */
        SessionListItemEnvelope: {
            /** @description All that match, on every page. */
            count: number;
            /**
             * Format: uri
             * @description Address of the next page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description Address of the page before.
             */
            previous: string | null;
            results: components["schemas"]["SessionListItem"][];
        };
        /**
         * SessionStatus
         * @enum {string}
         */
        SessionStatus: "completed" | "in_progress" | "abandoned";
        /** Share */
        Share: {
            value: string | null;
            label: string;
            count: number;
        };
        /**
         * StartBody
         * @example {}
         */
        StartBody: {
            hidden?: {
                [key: string]: string;
            };
        };
        /**
         * Started
         * @example {
         *       "id": "4be1b7a2-6a0e-4f6b-9a3e-0d8f0f1f2a11",
         *       "current_node_id": "nps",
         *       "traversal_path": [
         *         "nps"
         *       ],
         *       "status": "in_progress",
         *       "started_at": "2026-01-31T12:00:00.000Z"
         *     }
         */
        Started: {
            /** Format: uuid */
            id: string;
            current_node_id: string;
            traversal_path: string[];
            status: components["schemas"]["SessionStatus"];
            /** Format: date-time */
            started_at: string;
        };
        /** SubmittedEdge */
        SubmittedEdge: {
            /** @description Must be 1–64 of A–Z, a–z, 0–9, _ and -. */
            id?: string;
            /** @description Must be 1–64 of A–Z, a–z, 0–9, _ and -. */
            from: string;
            /** @description Must be 1–64 of A–Z, a–z, 0–9, _ and -. */
            to: string;
            condition?: unknown;
        };
        /** SubmittedGraph */
        SubmittedGraph: {
            /** @enum {string} */
            schema_version: "2.0";
            /** @description Must be 1–64 of A–Z, a–z, 0–9, _ and -. */
            entry_node_id?: string | null;
            /** @description Must be 1–64 of A–Z, a–z, 0–9, _ and -. */
            fallback_end_node_id?: string | null;
            nodes: components["schemas"]["SubmittedNode"][];
            edges: components["schemas"]["SubmittedEdge"][];
            hidden_fields?: string[];
        };
        /** SubmittedNode */
        SubmittedNode: {
            /** @description Must be 1–64 of A–Z, a–z, 0–9, _ and -. */
            id: string;
            question_type?: string;
            data?: components["schemas"]["NodeData"];
            position?: {
                x: number;
                y: number;
            };
        };
        /** Tested */
        Tested: {
            success: boolean;
            response_code: number | null;
            duration_ms: number;
            error_message: string | null;
        };
        /**
         * Theme
         * @example {
         *       "id": "7f2f6f0e-2c53-4a0c-9f0b-8a4ea2f0b502",
         *       "name": "Default",
         *       "colors": {
         *         "background": "#ffffff",
         *         "text": "#1a1a1a",
         *         "primary": "#3355ff",
         *         "button_text": "#ffffff"
         *       },
         *       "font": "Inter",
         *       "logo_url": null,
         *       "background_image_url": null,
         *       "border_radius": 8,
         *       "created": "2026-01-31T09:00:00.000Z",
         *       "modified": "2026-01-31T10:30:00.000Z"
         *     }
         */
        Theme: {
            /** Format: uuid */
            id: string;
            name: string;
            colors: {
                /** @description Must be a color such as #1a2b3c. */
                background: string;
                /** @description Must be a color such as #1a2b3c. */
                text: string;
                /** @description Must be a color such as #1a2b3c. */
                primary: string;
                /** @description Must be a color such as #1a2b3c. */
                button_text: string;
            };
            font: string;
            logo_url: string | null;
            background_image_url: string | null;
            border_radius: number;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            modified: string;
        };
        /** ThemeEnvelope */
        ThemeEnvelope: {
            /** @description All that match, on every page. */
            count: number;
            /**
             * Format: uri
             * @description Address of the next page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description Address of the page before.
             */
            previous: string | null;
            results: components["schemas"]["Theme"][];
        };
        /**
         * ThemeReference
         * @example {
         *       "id": "7f2f6f0e-2c53-4a0c-9f0b-8a4ea2f0b502",
         *       "name": "Default",
         *       "colors": {
         *         "background": "#ffffff",
         *         "text": "#1a1a1a",
         *         "primary": "#3355ff",
         *         "button_text": "#ffffff"
         *       },
         *       "font": "Inter",
         *       "logo_url": null,
         *       "background_image_url": null,
         *       "border_radius": 8
         *     }
         */
        ThemeReference: {
            /** Format: uuid */
            id: string;
            name: string;
            colors: {
                /** @description Must be a color such as #1a2b3c. */
                background: string;
                /** @description Must be a color such as #1a2b3c. */
                text: string;
                /** @description Must be a color such as #1a2b3c. */
                primary: string;
                /** @description Must be a color such as #1a2b3c. */
                button_text: string;
            };
            font: string;
            logo_url: string | null;
            background_image_url: string | null;
            border_radius: number;
        };
        /**
         * UpdateAttachmentBody
         * @example {
         *       "notify_on_failure": true
         *     }
         */
        UpdateAttachmentBody: {
            is_enabled?: boolean;
            events?: components["schemas"]["EventName"][];
            notify_on_failure?: boolean;
        };
        /**
         * UpdateFormBody
         * @example {
         *       "is_accepting_responses": true,
         *       "response_limit": 500
         *     }
         */
        UpdateFormBody: {
            title?: string;
            /** @description Must be 3–80 of a–z, 0–9 and -, and not a reserved word. */
            slug?: string;
            is_accepting_responses?: boolean;
            response_limit?: number | null;
            /** Format: uuid */
            theme_id?: string | null;
            /** Format: date-time */
            opens_at?: string | null;
            /** Format: date-time */
            closes_at?: string | null;
            closed_message?: string | null;
            is_active?: boolean;
        };
        /**
         * UpdateIntegrationBody
         * @example {
         *       "name": "Our new CRM"
         *     }
         */
        UpdateIntegrationBody: {
            name?: string;
            config?: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            status?: "connected";
        };
        /**
         * UpdateMeBody
         * @example {
         *       "name": "Countess Lovelace"
         *     }
         */
        UpdateMeBody: {
            name?: string;
            password?: string;
            current_password?: string;
        };
        /** UpdateNoticeBody */
        UpdateNoticeBody: {
            is_read: boolean;
        };
        /**
         * UpdateThemeBody
         * @example {
         *       "border_radius": 0
         *     }
         */
        UpdateThemeBody: {
            name?: string;
            colors?: {
                /** @description Must be a color such as #1a2b3c. */
                background?: string;
                /** @description Must be a color such as #1a2b3c. */
                text?: string;
                /** @description Must be a color such as #1a2b3c. */
                primary?: string;
                /** @description Must be a color such as #1a2b3c. */
                button_text?: string;
            };
            font?: string;
            /** Format: uri */
            logo_url?: string | null;
            /** Format: uri */
            background_image_url?: string | null;
            border_radius?: number;
        };
        /** UploadedFile */
        UploadedFile: {
            url: string;
            name: string;
            size: number;
            content_type: string;
        };
        /** Usage */
        Usage: {
            totals: {
                requests: number;
                errors: number;
                error_rate: number | null;
            };
            by_day: {
                /** Format: date */
                date: string;
                requests: number;
                errors: number;
            }[];
            by_endpoint: {
                method: string;
                path: string;
                requests: number;
                errors: number;
                error_rate: number | null;
                p50_ms: number | null;
                p95_ms: number | null;
            }[];
            by_key: {
                /** Format: uuid */
                key_id: string | null;
                name: string | null;
                prefix: string | null;
                requests: number;
                errors: number;
                error_rate: number | null;
            }[];
        };
        /**
         * User
         * @example {
         *       "id": "5d6e7f80-9a1b-4c2d-8e3f-405162738495",
         *       "email": "ada@example.com",
         *       "name": "Ada Lovelace",
         *       "account_id": "9f8e7d6c-5b4a-4392-8170-6f5e4d3c2b10",
         *       "created": "2026-01-31T09:00:00.000Z"
         *     }
         */
        User: {
            /** Format: uuid */
            id: string;
            email: string;
            name: string;
            /** Format: uuid */
            account_id: string;
            /** Format: date-time */
            created: string;
        };
        /**
         * Validation
         * @example {
         *       "is_valid": false,
         *       "problems": [
         *         {
         *           "code": "dead_end",
         *           "severity": "error",
         *           "node_id": "why",
         *           "message": "Nothing follows this node, and there is no fallback end."
         *         }
         *       ]
         *     }
         */
        Validation: {
            is_valid: boolean;
            problems: components["schemas"]["Problem"][];
        };
        /**
         * Version
         * @example {
         *       "id": "a3d0c9b8-1f2e-4d3c-8b7a-6f5e4d3c2b1a",
         *       "version_number": 1,
         *       "status": "published",
         *       "is_valid": true,
         *       "published_at": "2026-01-31T10:30:00.000Z",
         *       "node_count": 3,
         *       "edge_count": 3,
         *       "is_current": true
         *     }
         */
        Version: {
            /** Format: uuid */
            id: string;
            version_number: number;
            /** @enum {string} */
            status: "published";
            is_valid: boolean;
            /** Format: date-time */
            published_at: string;
            node_count: number;
            edge_count: number;
            is_current: boolean;
        };
        /**
         * VersionDetail
         * @example {
         *       "id": "a3d0c9b8-1f2e-4d3c-8b7a-6f5e4d3c2b1a",
         *       "version_number": 1,
         *       "status": "published",
         *       "is_valid": true,
         *       "published_at": "2026-01-31T10:30:00.000Z",
         *       "node_count": 3,
         *       "edge_count": 3,
         *       "is_current": true,
         *       "graph": {
         *         "schema_version": "2.0",
         *         "entry_node_id": "nps",
         *         "fallback_end_node_id": "thanks",
         *         "nodes": [
         *           {
         *             "id": "nps",
         *             "question_type": "opinion_scale",
         *             "data": {
         *               "title": "How likely are you to recommend us?",
         *               "is_required": true,
         *               "config": {
         *                 "min": 0,
         *                 "max": 10,
         *                 "scoring": {
         *                   "mode": "value",
         *                   "multiplier": 1
         *                 }
         *               }
         *             }
         *           },
         *           {
         *             "id": "why",
         *             "question_type": "long_text",
         *             "data": {
         *               "title": "What should we do better?",
         *               "config": {}
         *             }
         *           },
         *           {
         *             "id": "thanks",
         *             "question_type": "end_screen",
         *             "data": {
         *               "title": "Thank you",
         *               "config": {
         *                 "show_score": false
         *               }
         *             }
         *           }
         *         ],
         *         "edges": [
         *           {
         *             "from": "nps",
         *             "to": "thanks",
         *             "condition": {
         *               "op": "gte",
         *               "right": 9
         *             }
         *           },
         *           {
         *             "from": "nps",
         *             "to": "why",
         *             "condition": null
         *           },
         *           {
         *             "from": "why",
         *             "to": "thanks",
         *             "condition": null
         *           }
         *         ]
         *       }
         *     }
         */
        VersionDetail: {
            /** Format: uuid */
            id: string;
            version_number: number;
            /** @enum {string} */
            status: "published";
            is_valid: boolean;
            /** Format: date-time */
            published_at: string;
            node_count: number;
            edge_count: number;
            is_current: boolean;
            graph: components["schemas"]["Graph"];
        };
        /** VersionEnvelope */
        VersionEnvelope: {
            /** @description All that match, on every page. */
            count: number;
            /**
             * Format: uri
             * @description Address of the next page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description Address of the page before.
             */
            previous: string | null;
            results: components["schemas"]["Version"][];
        };
        /** WebhookSecret */
        WebhookSecret: {
            secret_key: string;
        };
    };
    responses: {
        /** @description The request is not valid; `errors` names the fields to blame. */
        Invalid: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No, or no valid, key or sign-in. */
        Unauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description It belongs to another account, or this caller may not do this. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description It does not exist. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request body took too long to come in. */
        TooSlow: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request body is too large. */
        TooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The address, with its query, is too long. */
        UriTooLong: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request body has another content type than this endpoint takes. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many requests; try again later. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request's headers, with its address, are too large. */
        HeadersTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Something went wrong; the log has more under `request_id`. */
        ServerError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A part of the service does not answer; try again. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Name of this request in the service's logs; taken over from the request where it is harmless. */
        "X-Request-Id": string;
        /** @description Tag of this state, for If-Match and If-None-Match. */
        ETag: string;
        /** @description Seconds to wait before the next try. */
        "Retry-After": number;
        /** @description How to authenticate. */
        "WWW-Authenticate": "Bearer";
        /** @description `attachment`, with the file's name. */
        "Content-Disposition": string;
        /** @description The sign-in cookie `pathform_session`. */
        "Set-Cookie": string;
        /** @description Requests allowed in a minute. */
        "RateLimit-Limit": number;
        /** @description How many of them are left. */
        "RateLimit-Remaining": number;
        /** @description Seconds until the count begins anew. */
        "RateLimit-Reset": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listForms: {
        parameters: {
            query?: {
                /** @description Inactive forms are left out unless asked for. */
                is_active?: "true" | "false" | "all";
                /** @description Results per page. */
                limit?: number;
                /** @description Results to skip; not together with `page`. */
                offset?: number;
                /** @description Page number, from 1: `offset` = (`page` − 1) × `limit`. */
                page?: number;
                /** @description A field; `-` for descending. */
                ordering?: "title" | "-title" | "slug" | "-slug" | "created" | "-created" | "modified" | "-modified";
                /** @description Words to look for; the last one may be a beginning. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormListItemEnvelope"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createForm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateFormBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormDetail"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["TooSlow"];
            /** @description The slug is taken. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getForm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The form's slug.
                 * @example customer-feedback-k3x9qa
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormDetail"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deactivateForm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The form's slug.
                 * @example customer-feedback-k3x9qa
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no content. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeForm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The form's slug.
                 * @example customer-feedback-k3x9qa
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateFormBody"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormDetail"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            /** @description The slug is taken. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the copy at hand; 304 when it is still good. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The form's slug.
                 * @example customer-feedback-k3x9qa
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Draft"];
                };
            };
            /** @description The copy at hand is still good. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the draft as it was last read; 409 when it has changed since. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The form's slug.
                 * @example customer-feedback-k3x9qa
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveDraftBody"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedDraft"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            /** @description The draft has changed since it was read (If-Match). */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    checkDraftAsPublishingDoes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The form's slug.
                 * @example customer-feedback-k3x9qa
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Validation"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    publishDraftAsNewVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The form's slug.
                 * @example customer-feedback-k3x9qa
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Published"];
                };
            };
            /** @description The draft has errors: `problems` lists them. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listVersions: {
        parameters: {
            query?: {
                /** @description Results per page. */
                limit?: number;
                /** @description Results to skip; not together with `page`. */
                offset?: number;
                /** @description Page number, from 1: `offset` = (`page` − 1) × `limit`. */
                page?: number;
                /** @description A field; `-` for descending. */
                ordering?: "version_number" | "-version_number" | "published_at" | "-published_at";
            };
            header?: never;
            path: {
                /**
                 * @description The form's slug.
                 * @example customer-feedback-k3x9qa
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionEnvelope"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getVersionWithGraph: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The form's slug.
                 * @example customer-feedback-k3x9qa
                 */
                slug: string;
                /**
                 * @description Number of a published version, from 1.
                 * @example 1
                 */
                version_number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionDetail"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    copyVersionIntoDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the draft as it was last read; 409 when it has changed since. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The form's slug.
                 * @example customer-feedback-k3x9qa
                 */
                slug: string;
                /**
                 * @description Number of a published version, from 1.
                 * @example 1
                 */
                version_number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Draft"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            /** @description The draft has changed since it was read (If-Match). */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listThemes: {
        parameters: {
            query?: {
                /** @description Results per page. */
                limit?: number;
                /** @description Results to skip; not together with `page`. */
                offset?: number;
                /** @description Page number, from 1: `offset` = (`page` − 1) × `limit`. */
                page?: number;
                /** @description A field; `-` for descending. */
                ordering?: "name" | "-name" | "created" | "-created";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThemeEnvelope"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createTheme: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateThemeBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Theme"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["TooSlow"];
            /** @description There is a theme Default already. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTheme: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Theme"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteTheme: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no content. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            /** @description The theme Default cannot be deleted. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeTheme: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateThemeBody"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Theme"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            /** @description The theme Default keeps its name, and there is only one. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listResponses: {
        parameters: {
            query?: {
                status?: components["schemas"]["SessionStatus"];
                version?: number;
                /** @description Sessions started on that UTC day or later. */
                started_at_from?: string;
                /** @description Sessions started on that UTC day, the whole day included, or earlier. */
                started_at_to?: string;
                /** @description Results per page. */
                limit?: number;
                /** @description Results to skip; not together with `page`. */
                offset?: number;
                /** @description Page number, from 1: `offset` = (`page` − 1) × `limit`. */
                page?: number;
                /** @description A field; `-` for descending. */
                ordering?: "started_at" | "-started_at" | "completed_at" | "-completed_at" | "duration_seconds" | "-duration_seconds" | "total_score" | "-total_score" | "answers_count" | "-answers_count" | "status" | "-status" | "version_number" | "-version_number";
                /** @description Words to look for; the last one may be a beginning. */
                search?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The form's slug.
                 * @example customer-feedback-k3x9qa
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionListItemEnvelope"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportResponsesAsCSVOrNDJSON: {
        parameters: {
            query?: {
                status?: components["schemas"]["SessionStatus"];
                version?: number;
                /** @description Sessions started on that UTC day or later. */
                started_at_from?: string;
                /** @description Sessions started on that UTC day, the whole day included, or earlier. */
                started_at_to?: string;
                /** @description `json` gives newline-delimited JSON, one session detail a line. */
                format?: "csv" | "json";
                /** @description `raw` gives option values instead of their labels. */
                values?: "raw" | "labels";
                /** @description Words to look for; the last one may be a beginning. */
                search?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The form's slug.
                 * @example customer-feedback-k3x9qa
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example session_id,status,version_number,started_at,completed_at,duration_seconds,total_score,How likely are you to recommend us? [nps]
                     *     4be1b7a2-6a0e-4f6b-9a3e-0d8f0f1f2a11,completed,1,2026-01-31T12:00:00.000Z,2026-01-31T12:01:30.000Z,90,9,9
                     */
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getResponseWithAnswers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The form's slug.
                 * @example customer-feedback-k3x9qa
                 */
                slug: string;
                /** @description A session's id. */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionDetail"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    eraseResponseForGood: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The form's slug.
                 * @example customer-feedback-k3x9qa
                 */
                slug: string;
                /** @description A session's id. */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no content. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listResponsesDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The form's slug.
                 * @example customer-feedback-k3x9qa
                 */
                slug: string;
                /** @description A session's id. */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"][];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getFormsInsights: {
        parameters: {
            query?: {
                status?: components["schemas"]["SessionStatus"];
                version?: number;
                /** @description Sessions started on that UTC day or later. */
                started_at_from?: string;
                /** @description Sessions started on that UTC day, the whole day included, or earlier. */
                started_at_to?: string;
                search?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The form's slug.
                 * @example customer-feedback-k3x9qa
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Insights"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPublishedForm: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the copy at hand; 304 when it is still good. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The form's slug.
                 * @example customer-feedback-k3x9qa
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicForm"];
                };
            };
            /** @description The copy at hand is still good. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    startSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The form's slug.
                 * @example customer-feedback-k3x9qa
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["StartBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Started"];
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            /** @description The form is closed. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resumeSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A session's id. */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Resumed"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    submitAnswer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A session's id. */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NextBody"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Next"];
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            /** @description Another node waits for an answer: `current_node_id`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    completeSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A session's id. */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Completed"];
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            /** @description The session is not at an end, or the response limit is reached. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    uploadFile: {
        parameters: {
            query: {
                node_id: string;
            };
            header?: never;
            path: {
                /** @description A session's id. */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    file: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadedFile"];
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            /** @description The session has not come to this node, or the node has all the files that it takes. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The file is over the question's `max_size_mb`. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            /** @description The file is of a type that the question does not take. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    takeFileBack: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A session's id. */
                session_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no content. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            /** @description An answer names the file. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    downloadFile: {
        parameters: {
            query?: {
                expires?: number;
                signature?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            /** @description The link is not valid any more, or the file belongs to another account. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listIntegrations: {
        parameters: {
            query?: {
                /** @description Results per page. */
                limit?: number;
                /** @description Results to skip; not together with `page`. */
                offset?: number;
                /** @description Page number, from 1: `offset` = (`page` − 1) × `limit`. */
                page?: number;
                /** @description A field; `-` for descending. */
                ordering?: "name" | "-name" | "created" | "-created";
                /** @description Words to look for; the last one may be a beginning. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntegrationEnvelope"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listIntegrationsOfType: {
        parameters: {
            query?: {
                /** @description Results per page. */
                limit?: number;
                /** @description Results to skip; not together with `page`. */
                offset?: number;
                /** @description Page number, from 1: `offset` = (`page` − 1) × `limit`. */
                page?: number;
                /** @description A field; `-` for descending. */
                ordering?: "name" | "-name" | "created" | "-created";
                /** @description Words to look for; the last one may be a beginning. */
                search?: string;
            };
            header?: never;
            path: {
                /**
                 * @description An integration type.
                 * @example webhook
                 */
                type: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntegrationEnvelope"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description An integration type.
                 * @example webhook
                 */
                type: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateIntegrationBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Integration"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    beginConnectingIntegrationByConsent: {
        parameters: {
            query?: {
                name?: string;
                return_to?: string;
                integration_id?: string;
            };
            header?: never;
            path: {
                /**
                 * @description An integration type.
                 * @example webhook
                 */
                type: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Consent"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such type, or it is not connected by consent; or no such integration. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No client for this provider is set up. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    finishConnectingIntegration: {
        parameters: {
            query: {
                state: string;
                code?: string;
                error?: string;
                iss?: string;
            };
            header?: never;
            path: {
                /**
                 * @description An integration type.
                 * @example webhook
                 */
                type: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description On to the address in `Location`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The state is unknown, used, older than 10 minutes, or another account's. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description No client for this provider is set up. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description An integration type.
                 * @example webhook
                 */
                type: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no content. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description An integration type.
                 * @example webhook
                 */
                type: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateIntegrationBody"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Integration"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            /** @description This integration is connected by its provider's consent. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    fireTestDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description An integration type.
                 * @example webhook
                 */
                type: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tested"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    makeNewWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecret"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listIntegrationsDeliveries: {
        parameters: {
            query?: {
                status?: "success" | "error";
                event?: "session.started" | "session.completed" | "session.abandoned" | "test";
                /** @description From that UTC day on. */
                from_date?: string;
                /** @description Up to and with that UTC day. */
                to_date?: string;
                /** @description Results per page. */
                limit?: number;
                /** @description Results to skip; not together with `page`. */
                offset?: number;
                /** @description Page number, from 1: `offset` = (`page` − 1) × `limit`. */
                page?: number;
                /** @description A field; `-` for descending. */
                ordering?: "created" | "-created" | "duration_ms" | "-duration_ms" | "response_code" | "-response_code" | "status" | "-status" | "event" | "-event";
                /** @description Words to look for; the last one may be a beginning. */
                search?: string;
            };
            header?: never;
            path: {
                /**
                 * @description An integration type.
                 * @example webhook
                 */
                type: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryEnvelope"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deliverAgainInBulk: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description An integration type.
                 * @example webhook
                 */
                type: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReplayBody"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replayed"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            /** @description The integration is disabled. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDeliveryWithBodies: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description An integration type.
                 * @example webhook
                 */
                type: string;
                id: string;
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryDetail"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deliverAgain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description An integration type.
                 * @example webhook
                 */
                type: string;
                id: string;
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Retried"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            /** @description The integration is disabled, what was to be delivered is erased, or it was a test. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listFormsIntegrations: {
        parameters: {
            query?: {
                /** @description Results per page. */
                limit?: number;
                /** @description Results to skip; not together with `page`. */
                offset?: number;
                /** @description Page number, from 1: `offset` = (`page` − 1) × `limit`. */
                page?: number;
                /** @description A field; `-` for descending. */
                ordering?: "name" | "-name" | "created" | "-created";
            };
            header?: never;
            path: {
                /**
                 * @description The form's slug.
                 * @example customer-feedback-k3x9qa
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttachmentEnvelope"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    attachIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The form's slug.
                 * @example customer-feedback-k3x9qa
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AttachBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Attachment"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            /** @description The form has this integration already. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    detachIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The form's slug.
                 * @example customer-feedback-k3x9qa
                 */
                slug: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no content. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeAttachment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The form's slug.
                 * @example customer-feedback-k3x9qa
                 */
                slug: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateAttachmentBody"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Attachment"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    registerAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Set-Cookie": components["headers"]["Set-Cookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["Invalid"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["TooSlow"];
            /** @description The e-mail address is registered. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginBody"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Set-Cookie": components["headers"]["Set-Cookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["Invalid"];
            /** @description Wrong e-mail or wrong password. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            403: components["responses"]["Forbidden"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no content. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    askForNewPasswordByMail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForgotBody"];
            };
        };
        responses: {
            /** @description Done; no content. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["TooSlow"];
            /** @description No mail is set up. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setNewPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetBody"];
            };
        };
        responses: {
            /** @description Done; no content. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The token is wrong, used or older than an hour. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            403: components["responses"]["Forbidden"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSignedInUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeNameOrPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateMeBody"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAPIKeys: {
        parameters: {
            query?: {
                /** @description Results per page. */
                limit?: number;
                /** @description Results to skip; not together with `page`. */
                offset?: number;
                /** @description Page number, from 1: `offset` = (`page` − 1) × `limit`. */
                page?: number;
                /** @description A field; `-` for descending. */
                ordering?: "name" | "-name" | "created" | "-created";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyEnvelope"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createAPIKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateKeyBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeAPIKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no content. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getUsageOfAPI: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
                key_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listNotices: {
        parameters: {
            query?: {
                /** @description Results per page. */
                limit?: number;
                /** @description Results to skip; not together with `page`. */
                offset?: number;
                /** @description Page number, from 1: `offset` = (`page` − 1) × `limit`. */
                page?: number;
                /** @description A field; `-` for descending. */
                ordering?: "created" | "-created";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoticeEnvelope"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    markNoticeAsRead: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateNoticeBody"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notice"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    sessionStarted: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same in every attempt: drop what you have seen. */
                "webhook-id": string;
                /** @description Unix seconds of this attempt. */
                "webhook-timestamp": string;
                /** @description `v1,<base64 HMAC-SHA256 of id.timestamp.body>`; two, space-separated, after a new secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionEvent"];
            };
        };
        responses: {
            /** @description Taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused; 410 disables the integration. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    sessionCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same in every attempt: drop what you have seen. */
                "webhook-id": string;
                /** @description Unix seconds of this attempt. */
                "webhook-timestamp": string;
                /** @description `v1,<base64 HMAC-SHA256 of id.timestamp.body>`; two, space-separated, after a new secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionEvent"];
            };
        };
        responses: {
            /** @description Taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused; 410 disables the integration. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    sessionAbandoned: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same in every attempt: drop what you have seen. */
                "webhook-id": string;
                /** @description Unix seconds of this attempt. */
                "webhook-timestamp": string;
                /** @description `v1,<base64 HMAC-SHA256 of id.timestamp.body>`; two, space-separated, after a new secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionEvent"];
            };
        };
        responses: {
            /** @description Taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused; 410 disables the integration. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
