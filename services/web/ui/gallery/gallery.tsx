/** Every part of this folder on one page, for development and for its test. Not part of the product. */
import { type ReactNode, StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";
import { questionTypes } from "../../../../shared/domain/questions/question.ts";
import { Badge } from "../badge.tsx";
import { Button } from "../button.tsx";
import { ButtonRow } from "../buttonRow.tsx";
import { cardClass } from "../card.ts";
import { Checkbox } from "../checkbox.tsx";
import { Dialog } from "../dialog.tsx";
import { EmptyState } from "../emptyState.tsx";
import { Figures } from "../figures.tsx";
import { Icon } from "../icon.tsx";
import { type IconName, iconPaths } from "../iconPaths.ts";
import { Skeleton } from "../loaded.tsx";
import { Mark } from "../mark.tsx";
import { ActionMenu } from "../menu.tsx";
import { mutedClass } from "../muted.ts";
import { Notice } from "../notice.tsx";
import { Pager } from "../pager.tsx";
import { QuestionIcon } from "../questionIcon.tsx";
import { readable } from "../readable.ts";
import { Rows, rowClass } from "../rows.tsx";
import { SearchField } from "../searchField.tsx";
import { Segmented } from "../segmented.tsx";
import { Select } from "../select.tsx";
import { SelectField } from "../selectField.tsx";
import "../styles/dashboard.css";
import { Switch } from "../switch.tsx";
import { Table, TableSkeleton } from "../table.tsx";
import { Tabs } from "../tabs.tsx";
import { TextField } from "../textField.tsx";
import { Toasts, tell } from "../toasts.tsx";
import { useSelection } from "../useSelection.ts";
import styles from "./gallery.module.css";

const nothing = () => {};

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={cardClass}>
    <h2 className={styles.title}>{title}</h2>
    {children}
  </section>
);

const Buttons = () => (
  <Part title="Buttons">
    <ButtonRow>
      <Button look="primary" icon="rocket">
        Publish
      </Button>
      <Button icon="eye">Preview</Button>
      <Button look="soft" icon="plus">
        Add a question
      </Button>
      <Button look="plain" icon="plus">
        Filter
      </Button>
      <Button look="danger" icon="trash-2">
        Delete
      </Button>
      <Button look="dangerFilled">Delete form</Button>
      <Button look="primary" isDisabled>
        Disabled
      </Button>
    </ButtonRow>
    <ButtonRow>
      <Button look="primary" size="small" icon="refresh-cw">
        Retry now
      </Button>
      <Button size="small" icon="copy">
        Copy
      </Button>
      <Button look="plain" size="small" icon="undo-2" aria-label="Undo" />
      <Button look="primary" size="small" isPending>
        Saving…
      </Button>
      <Button look="primary" size="large">
        Sign in
      </Button>
    </ButtonRow>
  </Part>
);

const versions = { all: "All versions", one: "Version 1" };

function Fields() {
  const [view, setView] = useState<"list" | "canvas">("list");
  const [version, setVersion] = useState<"all" | "one">("all");
  return (
    <Part title="Fields">
      <div className={styles.fields}>
        <TextField label="Name" defaultValue="Support webhook" />
        <SelectField label="Version" value={version} options={versions} onChange={setVersion} />
        <SelectField
          label="Receiver"
          value={"old" as string}
          options={{ crm: "Our CRM" }}
          missing="Deleted"
          problems={["Select another receiver."]}
          onChange={nothing}
        />
        <TextField label="Endpoint URL" defaultValue="hooks.northwind" isInvalid description="Enter a full URL." />
        <TextField label="Title" description="Appears in the browser tab." placeholder="Product feedback" />
        <TextField label="Message" rows={3} />
      </div>
      <SearchField label="Search forms" search="" onSearch={nothing} />
      <ButtonRow>
        <Select look="small" label="Version" value={version} options={versions} onChange={setVersion} />
        <Select look="text" label="Version" value={version} options={versions} onChange={setVersion} />
        <Select look="small" isDisabled label="Version" value={version} options={versions} onChange={setVersion} />
        <Select isDisabled label="Version" value={version} options={versions} onChange={setVersion} />
        <Segmented label="View" value={view} options={{ list: "List", canvas: "Canvas" }} onChange={setView} />
      </ButtonRow>
    </Part>
  );
}

/** Each state of what is turned on and off. Tab shows the focus. */
function Toggles() {
  const [isOn, setOn] = useState(true);
  const change = { onChange: setOn };
  return (
    <Part title="Checkboxes and switches">
      <ButtonRow>
        <Checkbox label="On" isChecked={isOn} {...change} />
        <Checkbox label="Off" isChecked={!isOn} onChange={(isOff) => setOn(!isOff)} />
        <Checkbox label="Some" isChecked={false} isPartly {...change} />
        <Checkbox label="On, disabled" isChecked isDisabled {...change} />
        <Checkbox label="Off, disabled" isChecked={false} isDisabled {...change} />
        <Checkbox label="Some, disabled" isChecked={false} isPartly isDisabled {...change} />
        <Checkbox isBare label="Select Ada" isChecked={isOn} {...change} />
      </ButtonRow>
      <ButtonRow>
        <Switch label="On" isOn={isOn} {...change} />
        <Switch label="Off" isOn={!isOn} onChange={(isOff) => setOn(!isOff)} />
        <Switch label="On, disabled" isOn isDisabled {...change} />
        <Switch label="Off, disabled" isOn={false} isDisabled {...change} />
        <Switch isBare label="Enable Ada" isOn={isOn} {...change} />
      </ButtonRow>
    </Part>
  );
}

const Badges = () => (
  <Part title="Badges and notices">
    <ButtonRow>
      <Badge kind="good">Open</Badge>
      <Badge>Closed</Badge>
      <Badge kind="warning">Unpublished changes</Badge>
      <Badge kind="danger">Failed</Badge>
      <Badge kind="info">New</Badge>
    </ButtonRow>
    <Notice kind="good">Connected.</Notice>
    <Notice kind="warning">This form is closed.</Notice>
    <Notice kind="danger">Couldn’t save the form.</Notice>
  </Part>
);

const Types = () => (
  <Part title="Question types">
    <ul className={styles.types}>
      {questionTypes.map((type) => (
        <li key={type}>
          <QuestionIcon type={type} />
          {readable(type)}
        </li>
      ))}
    </ul>
  </Part>
);

const Icons = () => (
  <Part title="Icons">
    <ul className={styles.icons}>
      {(Object.keys(iconPaths) as IconName[]).map((name) => (
        <li key={name}>
          <Icon name={name} size={18} />
          <span className={mutedClass}>{name}</span>
        </li>
      ))}
    </ul>
  </Part>
);

function Overlays() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Part title="Menu, dialog and notification">
      <ButtonRow>
        <ActionMenu
          label="Row menu"
          actions={[
            { id: "rename", label: "Rename", icon: "pencil", keys: "F2", onAction: nothing },
            { id: "duplicate", label: "Duplicate", icon: "copy", onAction: nothing },
            { id: "delete", label: "Delete", icon: "trash-2", isDanger: true, startsGroup: true, onAction: nothing },
          ]}
        />
        <Button onPress={() => setOpen(true)}>Open dialog</Button>
        <Button onPress={() => tell("“Churn interview” archived.", { label: "Undo", onPress: nothing })}>
          Show notification
        </Button>
      </ButtonRow>
      {isOpen && (
        <Dialog title="Delete “Lunch”?" onClose={() => setOpen(false)}>
          <p>You can’t undo this.</p>
          <ButtonRow>
            <Button look="dangerFilled" onPress={() => setOpen(false)}>
              Delete form
            </Button>
            <Button onPress={() => setOpen(false)}>Cancel</Button>
          </ButtonRow>
        </Dialog>
      )}
    </Part>
  );
}

const people = [
  { name: "Ada", score: 9 },
  { name: "Grace", score: 7 },
];

function Lists() {
  const [tab, setTab] = useState<"answers" | "path">("answers");
  const [ordering, setOrdering] = useState("-score");
  const selection = useSelection("people");
  return (
    <Part title="Tables, rows and tabs">
      <Table
        caption="Responses"
        columns={[
          { title: "Name", cell: ({ name }) => name },
          { title: "Score", cell: ({ score }) => score, isNumber: true, field: "score" },
        ]}
        rows={people}
        keyOf={({ name }) => name}
        ordering={ordering}
        onOrder={setOrdering}
      />
      <Table
        caption="People"
        columns={[
          { id: "name", title: "Name", cell: ({ name }) => <strong>{name}</strong> },
          { id: "state", title: "Status", cell: ({ score }) => <Badge kind="good">{`${score} points`}</Badge> },
          {
            id: "actions",
            title: "Actions",
            cell: ({ name }) => <Button look="plain" size="small" icon="trash-2" aria-label={`Remove ${name}`} />,
          },
        ]}
        rows={people}
        keyOf={({ name }) => name}
        selection={{ ids: selection.ids, labelOf: ({ name }) => `Select ${name}`, select: selection.select }}
        className={styles.table}
      />
      <TableSkeleton className={styles.table} rows={2} />
      <Rows label="Forms">
        {people.map(({ name }) => (
          <li key={name} className={rowClass}>
            {name}
          </li>
        ))}
      </Rows>
      <Pager count={60} size={20} page={2} onPage={nothing} />
      <div>
        <Tabs
          label="Response"
          selected={tab}
          onSelect={setTab}
          tabs={{
            answers: { title: "Answers", count: 3, content: () => <p>Ten of ten.</p> },
            path: { title: "Path", content: () => <p>Welcome, score, end.</p> },
          }}
        />
      </div>
    </Part>
  );
}

const Text = () => (
  <Part title="Type and figures">
    <p className={styles.pageTitle}>Page title 26/32, 680</p>
    <p className={styles.dialogTitle}>Dialog title 17/24, 650</p>
    <p className={styles.title}>Section 15/20, 620</p>
    <p>Text and fields 14/20, 400</p>
    <p className={mutedClass}>Tables, help 13/18</p>
    <Figures
      figures={[
        ["Completed", "186"],
        ["Median time", "1 min 42 s"],
      ]}
    />
  </Part>
);

const Gallery = () => (
  <main className={styles.gallery}>
    <h1 className={styles.brand}>
      <Mark size={32} /> Pathform
    </h1>
    <Buttons />
    <Fields />
    <Toggles />
    <Badges />
    <Types />
    <Overlays />
    <Lists />
    <Text />
    <Part title="Empty and loading">
      <EmptyState title="No responses yet" text="Share the link. Responses appear here.">
        <Button look="primary" icon="link">
          Copy link
        </Button>
      </EmptyState>
      <Skeleton />
    </Part>
    <Icons />
    <Toasts />
  </main>
);

createRoot(document.getElementById("page") as HTMLElement).render(
  <StrictMode>
    <Gallery />
  </StrictMode>,
);
