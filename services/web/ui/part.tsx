import { Component, type ReactNode } from "react";
import { Failed } from "./failed.tsx";

interface State {
  error: unknown;
}

/** A part of a page that fails alone: the rest stays, with everything that isn't saved yet. */
export class Part extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return <Failed error={error} onRetry={() => this.setState({ error: null })} />;
  }
}
