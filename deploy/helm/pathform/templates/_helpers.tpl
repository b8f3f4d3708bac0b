{{/* Labels of an object: (dict "name" … "component" …). */}}
{{- define "pathform.labels" -}}
app.kubernetes.io/name: {{ .name }}
app.kubernetes.io/part-of: pathform
{{- with .component }}
app.kubernetes.io/component: {{ . }}
{{- end }}
{{- end }}

{{- define "pathform.image" -}}
{{- with .Values.image -}}
{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end -}}
{{- end }}

{{/* Services, with the keys that their Secrets must have. Other keys are optional. */}}
{{- define "pathform.services" -}}
gateway: [NATS_URL{{ if ne .Values.redis.mode "none" }}, REDIS_URL{{ end }}]
auth: [NATS_URL, DATABASE_URL]
forms: [NATS_URL, DATABASE_URL]
sessions: [NATS_URL, DATABASE_URL, SECRETS_KEY]
analytics: [NATS_URL, DATABASE_URL, READ_DATABASE_URL, SECRETS_KEY]
integrations: [NATS_URL, DATABASE_URL, SECRETS_KEY]
{{- end }}

{{/* Services that read or write files. */}}
{{- define "pathform.storeUsers" -}}
[gateway, forms, sessions, commands]
{{- end }}

{{- define "pathform.hasVolume" -}}
{{- if not .Values.uploads.bucket }}true{{ end }}
{{- end }}

{{/* The affinity of pods with files: a volume for one node keeps them together, unless you set an affinity. */}}
{{- define "pathform.filesAffinity" -}}
{{- if and (include "pathform.hasVolume" .) (eq .Values.uploads.volume.accessMode "ReadWriteOnce") (not .Values.affinity) -}}
affinity:
  podAffinity:
    requiredDuringSchedulingIgnoredDuringExecution:
      - topologyKey: kubernetes.io/hostname
        labelSelector:
          matchLabels: { app.kubernetes.io/name: pathform }
          matchExpressions:
            - { key: app.kubernetes.io/component, operator: In, values: {{ include "pathform.storeUsers" . }} }
{{- end }}
{{- end }}

{{/* Fields of every pod: where it runs. */}}
{{- define "pathform.scheduling" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets: {{ toJson . }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{ toJson . }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{ toJson . }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{ toJson . }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end }}

{{/* A pod's user: the user's number. */}}
{{- define "pathform.podSecurity" -}}
securityContext:
  runAsNonRoot: true
  runAsUser: {{ . }}
  runAsGroup: {{ . }}
  fsGroup: {{ . }}
  seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "pathform.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{/* Resources with a bound on the disk: (dict "resources" … "request" "64Mi" "limit" "256Mi"). Given values win. */}}
{{- define "pathform.resources" -}}
{{- $disk := dict "requests" (dict "ephemeral-storage" .request) "limits" (dict "ephemeral-storage" .limit) -}}
resources: {{ mustMergeOverwrite $disk (deepCopy .resources) | toJson }}
{{- end }}

{{/* A variable from a Secret: (list NAME secret KEY). */}}
{{- define "pathform.secretEnv" -}}
- { name: {{ index . 0 }}, valueFrom: { secretKeyRef: { name: {{ index . 1 }}, key: {{ index . 2 }} } } }
{{- end }}

{{/* DATABASE_URL of each service, for commands that need all of them. */}}
{{- define "pathform.allDatabases" -}}
{{- range list "auth" "forms" "sessions" "analytics" "integrations" }}
{{ include "pathform.secretEnv" (list (printf "%s_DATABASE_URL" (upper .)) (get $.Values.secrets .) "DATABASE_URL") }}
{{- end }}
{{- end }}

{{/* Volumes of Pathform's pods: (dict "root" $ "files" true "tmp" "128Mi"). */}}
{{- define "pathform.volumes" -}}
volumes:
  - { name: tmp, emptyDir: { sizeLimit: {{ .tmp }} } }
  {{- if and .files (include "pathform.hasVolume" .root) }}
  - { name: uploads, persistentVolumeClaim: { claimName: {{ .root.Values.uploads.volume.existingClaim | default "uploads" }} } }
  {{- end }}
  {{- with .root.Values.extraVolumes }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}

{{- define "pathform.mounts" -}}
volumeMounts:
  - { name: tmp, mountPath: /tmp }
  - { name: tmp, mountPath: /data }
  {{- if and .files (include "pathform.hasVolume" .root) }}
  - { name: uploads, mountPath: /uploads }
  {{- end }}
  {{- with .root.Values.extraVolumeMounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}

{{/* Rules of an egress policy: (dict "need" (dict "internet" … "to" … "ports" …)). */}}
{{- define "pathform.egress" -}}
egress:
  - to:
      {{- if .internet }}
      - ipBlock:
          cidr: 0.0.0.0/0
          except: [10.0.0.0/8, 100.64.0.0/10, 127.0.0.0/8, 169.254.0.0/16, 172.16.0.0/12, 192.168.0.0/16]
      - ipBlock: { cidr: "::/0", except: ["::1/128", "fc00::/7", "fe80::/10"] }
      {{- end }}
      {{- with .to }}
      {{- toYaml . | nindent 6 }}
      {{- end }}
    ports: {{ include "pathform.ports" .ports }}
{{- end }}

{{- define "pathform.ports" -}}
[{{ range $i, $port := . }}{{ if $i }}, {{ end }}{ protocol: TCP, port: {{ $port }} }{{ end }}]
{{- end }}
